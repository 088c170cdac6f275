// `meterloop cache`: what is kept outside the checkout, and clearing it.

import CLinux
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
    options: [
      .init(
        name: "clear", letter: nil, value: nil, help: "Remove what bench/build-kernel put there")
    ])

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    let folder = host.cacheFolder
    guard Files.isFolder(folder) else {
      emit("\(folder): empty\n")
      return ExitCode.passed
    }
    if parsed.has("clear") {
      let before = Files.size(of: folder)
      try clear(folder)
      emit("\(folder): removed \(mebibytes(before - Files.size(of: folder)))\n")
      return ExitCode.passed
    }
    emit("\(folder): \(mebibytes(Files.size(of: folder)))\n")
    for name in Files.names(in: folder + "/kernel") where isKernel(name) {
      emit("  kernel/\(name)  \(mebibytes(Files.size(of: folder + "/kernel/" + name)))\n")
    }
    return ExitCode.passed
  }

  /// Removes what bench/build-kernel makes and nothing else: the variable may name any folder.
  private static func clear(_ folder: String) throws {
    let kernels = folder + "/kernel"
    // The build holds this lock as long as anything of it runs.
    let lock = linux_open(kernels + "/lock", O_RDWR)
    defer { if lock >= 0 { close(lock) } }
    guard lock < 0 || linux_lock(lock) == 0 else {
      throw BenchError(
        "a kernel is being built in \(kernels)", remedy: "Clear the cache when it is done.")
    }
    for name in Files.names(in: kernels) {
      let path = kernels + "/" + name
      let isMade =
        if Files.isFolder(path) { isBuild(name) } else {
          isKernel(name) || name == "lock" || name == "latest"
        }
      if isMade { Files.remove(path) }
    }
    rmdir(kernels)
    rmdir(folder)
  }

  /// Whether a kernel has this name: linux-VERSION-KEY, the key 12 hexadecimal digits.
  private static func isKernel(_ name: String) -> Bool {
    let suffix = "-unpatched"
    let plain = name.hasSuffix(suffix) ? name.dropLast(suffix.count) : name[...]
    guard plain.hasPrefix("linux-"), let dash = plain.lastIndex(of: "-") else { return false }
    let key = plain[plain.index(after: dash)...]
    return key.utf8.count == 12 && key.allSatisfy(\.isHexDigit)
  }

  /// Whether a build at work has this name, which mktemp(1) gives it.
  private static func isBuild(_ name: String) -> Bool {
    name.hasPrefix("build.") && name.utf8.count == "build.".utf8.count + 6
  }

  private static func mebibytes(_ bytes: Int) -> String {
    let tenths = (bytes * 10 + (1 << 19)) >> 20
    return "\(tenths / 10).\(tenths % 10) MiB"
  }
}
