// bench/build-kernel: once, whole or not at all, whoever interrupts it.

import CLinux
import Foundation
import Testing

@Suite(
  .enabled(
    if: Tool.isThere("flex") && Tool.isThere("bison") && Tool.isThere("bc"),
    "the packages that a kernel build needs are not installed"))
struct ScriptsKernelTests {
  @Test func itBuildsOnceAndThenAnswers() throws {
    let source = try FakeKernelSource()
    let path = try source.build(["--path"]).output
    #expect(source.cached.isEmpty, "--path builds nothing")
    let relative = try source.build(["--path"], environment: ["METERLOOP_CACHE": "cache"])
    #expect(relative.output == path, "what is printed is from the root")
    let first = try source.build()
    #expect(first.code == 0 && first.output == path, "\(first.all)")
    #expect(first.errors.contains("kernel: compiling"), "\(first.all)")
    let again = try source.build()
    #expect(again.output == path && again.errors.isEmpty, "\(again.all)")
    #expect(source.compilations == 2, "once, and once more with the patch")
    let kernel = String(path.dropLast())
    let name = (kernel as NSString).lastPathComponent
    #expect(source.cached == ["latest", name, name + "-unpatched"])
    #expect(try Tool.run(source.folder.at("cache/kernel/latest"), []).code == 0)
    #expect(try Tool.run(kernel + "-unpatched", []).code == 1)
  }

  @Test func ofTwoAtOnceOneBuildsAndBothSucceed() throws {
    let source = try FakeKernelSource()
    let first = try source.start(environment: source.gated)
    #expect(source.compilerHasStarted())
    let second = try source.start()
    #expect(second.complains(of: "another build is at work"))
    source.openGate()
    let outcomes = [first.wait(), second.wait()]
    #expect(outcomes.allSatisfy { $0.code == 0 }, "\(outcomes.map(\.all))")
    #expect(outcomes[0].output == outcomes[1].output)
    #expect(source.compilations == 2, "one build compiles twice")
    #expect(source.cached.count == 3)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGKILL])
  func interruptedItLeavesNoCompilerAndTheNextSucceeds(signal: Int32) throws {
    let source = try FakeKernelSource()
    let build = try source.start(environment: source.gated)
    #expect(source.compilerHasStarted())
    build.signal(signal)
    let isOver = source.everyCompilerHasEnded()
    #expect(isOver, "a compiler lives on")
    if !isOver { source.openGate() }
    let outcome = build.wait()
    #expect(outcome.code == (signal == SIGKILL ? 128 + SIGKILL : 130), "\(outcome.all)")
    #expect(outcome.output.isEmpty)
    if signal != SIGKILL { #expect(source.cached.isEmpty) }
    let next = try source.build()
    #expect(next.code == 0, "\(next.all)")
    #expect(source.cached.count == 3, "what the interrupted one left is gone: \(source.cached)")
  }

  @Test func aCompilersErrorIsShown() throws {
    let source = try FakeKernelSource(recipe: #"$(CC) -Dreturn=1 -o $(O)/linux kernel.c"#)
    let outcome = try source.build()
    #expect(outcome.code == 3)
    #expect(outcome.errors.contains("kernel.c:1:"), "\(outcome.all)")
    #expect(
      outcome.errors.contains("error: ") && outcome.errors.contains("the compiler failed"),
      "\(outcome.all)")
    #expect(source.cached.isEmpty)
  }

  @Test func aLineOfTheFragmentThatIsDroppedIsNamed() throws {
    let source = try FakeKernelSource()
    let outcome = try source.build(environment: ["DROP": "CONFIG_KEPT"])
    #expect(outcome.code == 3)
    #expect(outcome.errors.contains("dropped CONFIG_KEPT=y of kernel.fragment"), "\(outcome.all)")
    #expect(source.cached.isEmpty)
  }

  @Test func aPatchThatDoesNotFitIsNamed() throws {
    let source = try FakeKernelSource()
    try source.folder.write("int main() { return 2; }\n", to: "linux-source-6.1/kernel.c")
    try source.pack()
    let outcome = try source.build()
    #expect(outcome.code == 3)
    #expect(outcome.errors.contains("one.patch"), "\(outcome.all)")
    #expect(source.cached.isEmpty)
  }

  @Test func theNameChangesWithWhatShapesTheKernel() throws {
    let source = try FakeKernelSource()
    var names = [try source.build(["--path"]).output]
    try source.folder.write("CONFIG_KEPT=y\nCONFIG_MORE=y\n", to: "bench/kernel.fragment")
    names.append(try source.build(["--path"]).output)
    try source.folder.write("another patch", to: "bench/patches/two.patch")
    names.append(try source.build(["--path"]).output)
    try source.folder.write("more", to: "linux-source-6.1/more.c")
    try source.pack()
    names.append(try source.build(["--path"]).output)
    #expect(Set(names).count == 4, "\(names)")
  }

  @Test func aCacheThatCannotBeMadeIsNamed() throws {
    let source = try FakeKernelSource()
    let file = try source.folder.write("a file", to: "file")
    let outcome = try source.build(environment: ["METERLOOP_CACHE": file])
    #expect(outcome.code == 3)
    #expect(outcome.errors.contains("\(file)/kernel cannot be made"), "\(outcome.all)")
    #expect(outcome.errors.contains("METERLOOP_CACHE"), "\(outcome.all)")
  }

  @Test func aSourceThatIsMissingIsNamedWithItsPackage() throws {
    let source = try FakeKernelSource()
    let outcome = try source.build(environment: ["METERLOOP_LINUX_SOURCE": "/nowhere.tar.xz"])
    #expect(outcome.code == 3)
    #expect(outcome.errors.contains("/nowhere.tar.xz is missing"), "\(outcome.all)")
    #expect(outcome.errors.contains("apt-get install linux-source-6.1"), "\(outcome.all)")
  }

  @Test func aDiskThatIsFullIsNamedBeforeAndDuringTheBuild() throws {
    let source = try FakeKernelSource(recipe: "@echo 'ld: No space left on device'; exit 1")
    let during = try source.build()
    #expect(during.code == 3)
    #expect(during.errors.contains("has no space left; make room or set METERLOOP_CACHE"))
    try source.folder.write("#!/bin/sh\necho Avail; echo 12M\n", to: "bin/df", executable: true)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let before = try source.build(environment: ["PATH": source.folder.at("bin") + ":" + path])
    #expect(before.code == 3)
    #expect(before.errors.contains("has 12 MiB free, the build needs 1200"), "\(before.all)")
    #expect(source.cached.isEmpty)
  }
}
