// A kernel source of three files, for tests of bench/build-kernel that need no minutes.

import CLinux
import Foundation
import Testing

/// A copy of bench/ with a fragment and a patch of its own, a source that builds in no time, and an
/// empty cache.
final class FakeKernelSource {
  let folder: BenchFolder
  /// Tells that the first compiler runs, and by its end that nothing of the build runs any more.
  private let started: CInt

  /// `recipe` is what makes the kernel once the configuration is done.
  init(recipe: String = #"$(CC) -o $(O)/linux kernel.c"#) throws {
    folder = try BenchFolder()
    try FileManager.default.createDirectory(
      atPath: folder.at("bench"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Meterloop.checkout + "/bench/build-kernel", toPath: folder.at("bench/build-kernel"))
    try folder.write("CONFIG_KEPT=y\n# CONFIG_OTHER is not set\n", to: "bench/kernel.fragment")
    try folder.write(
      "--- a/kernel.c\n+++ b/kernel.c\n@@ -1 +1 @@\n-int main() { return 1; }\n"
        + "+int main() { return 0; }\n", to: "bench/patches/one.patch")
    let tree = "linux-source-6.1"
    try folder.write("int main() { return 1; }\n", to: "\(tree)/kernel.c")
    // The first to compile waits at the gate, if there is one, and so does a child of its own.
    try folder.write(
      """
      tinyconfig: ; echo CONFIG_TINY=y >$(O)/.config
      olddefconfig: ; sed -i "/$${DROP:-nothing}/d" $(O)/.config
      linux:
      \t@echo "  CC      kernel.o"
      \t@if [ -n "$$GATE" ] && [ ! -e "$$COUNT" ]; then \\
      \t  exec 3>"$$STARTED"; echo >&3; sh -c 'cat "$$GATE"; true'; fi
      \t@echo compiled >>"$$COUNT"
      \t\(recipe)

      """, to: "\(tree)/Makefile")
    try folder.write(
      "#!/bin/sh\ncat \"$5\" >>\"$4\"\n", to: "\(tree)/scripts/kconfig/merge_config.sh",
      executable: true)
    #expect(mkfifo(folder.at("started"), 0o600) == 0 && mkfifo(folder.at("gate"), 0o600) == 0)
    started = open(folder.at("started"), O_RDONLY | O_NONBLOCK)
    try pack()
  }

  deinit { close(started) }

  /// Makes the archive anew.
  func pack() throws {
    let outcome = try Tool.run(
      "tar", ["-cJf", "source.tar.xz", "linux-source-6.1"], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.all)")
  }

  /// Starts bench/build-kernel with no signal blocked, as a shell does.
  func start(
    _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> RunningProcess {
    let own = [
      "METERLOOP_CACHE": folder.at("cache"), "METERLOOP_LINUX_SOURCE": folder.at("source.tar.xz"),
      "COUNT": folder.at("count"), "STARTED": folder.at("started"),
    ]
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try RunningProcess(
      program: "/bin/bash", arguments: [folder.at("bench/build-kernel")] + arguments,
      folder: folder.path, environment: own.merging(environment) { _, new in new })
  }

  func build(_ arguments: [String] = [], environment: [String: String] = [:]) throws -> Outcome {
    try start(arguments, environment: environment).wait()
  }

  /// The environment in which the first compiler waits.
  var gated: [String: String] { ["GATE": folder.at("gate")] }

  /// Waits until the first compiler runs.
  func compilerHasStarted() -> Bool {
    var byte: UInt8 = 0
    return Watching.isReadable(started) && read(started, &byte, 1) == 1
  }

  /// Waits until no process of the build is left: each holds the pipe open.
  func everyCompilerHasEnded() -> Bool { Watching.isReadable(started) }

  /// Lets the first compiler go on.
  func openGate() { close(open(folder.at("gate"), O_WRONLY)) }

  /// How often the kernel was compiled.
  var compilations: Int {
    guard let text = try? String(contentsOfFile: folder.at("count"), encoding: .utf8) else {
      return 0
    }
    return text.split(separator: "\n").count
  }

  /// What is in the cache but the lock.
  var cached: [String] { folder.names("cache/kernel").filter { $0 != "lock" } }
}
