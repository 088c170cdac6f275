// `meterloop cache`: what is kept outside the checkout, and clearing it.

import Glibc
import Scenarios
import TestBench

/// Shows or clears the cache.
enum CacheCommand: Command {
  static let table = OptionTable(
    command: "cache", operands: "",
    summary: "Show or clear what is kept between runs",
    details: """
      The cache holds the kernels that bench/build-kernel made. METERLOOP_CACHE names another folder.
      """,
    options: [.init(name: "clear", letter: nil, value: nil, help: "Remove all of it")])

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) -> Int32 {
    let folder = host.cacheFolder
    guard Files.isFolder(folder) else {
      emit("\(folder): empty\n")
      return ExitCode.passed
    }
    if parsed.has("clear") {
      let before = Files.size(of: folder)
      clear(folder)
      emit("\(folder): removed \(mebibytes(before - Files.size(of: folder)))\n")
      return ExitCode.passed
    }
    emit("\(folder): \(mebibytes(Files.size(of: folder)))\n")
    for name in Files.names(in: folder + "/kernel") where name.hasPrefix("linux-") {
      emit("  kernel/\(name)  \(mebibytes(Files.size(of: folder + "/kernel/" + name)))\n")
    }
    return ExitCode.passed
  }

  /// Removes what bench/build-kernel makes and nothing else: the variable may name any folder.
  private static func clear(_ folder: String) {
    let kernels = folder + "/kernel"
    for name in Files.names(in: kernels)
    where name == "latest" || name == "lock" || name.hasPrefix("linux-") || name.hasPrefix("build.")
    {
      Files.remove(kernels + "/" + name)
    }
    rmdir(kernels)
    rmdir(folder)
  }

  private static func mebibytes(_ bytes: Int) -> String {
    let tenths = (bytes * 10 + (1 << 19)) >> 20
    return "\(tenths / 10).\(tenths % 10) MiB"
  }
}
