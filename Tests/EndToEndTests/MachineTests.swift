// A machine that lacks something: exit code 3, what is missing and what to do. Never the central's
// fault, and never a hang.

import Foundation
import Testing

extension EndToEnd {
  @Suite struct MachineTests {
    private static let scenario = """
      scenario: Anything
      meters:
        - model: UM25C
      timeline:
        - wait: 1s

      """

    /// Expects what a run of a scenario on this machine said.
    private func expect(
      _ outcome: Outcome, problem: String, remedy: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(outcome.code == 3, "\(outcome.all)", sourceLocation: sourceLocation)
      #expect(outcome.output.contains(problem), "\(outcome.all)", sourceLocation: sourceLocation)
      #expect(outcome.output.contains(remedy), "\(outcome.all)", sourceLocation: sourceLocation)
      #expect(
        outcome.output.hasSuffix("\n1 broken\n"), "\(outcome.all)", sourceLocation: sourceLocation)
    }

    @Test func noKernelNamesTheCommandThatBuildsIt() throws {
      let workspace = try Workspace()
      try workspace.write(Self.scenario, to: "a.yaml")
      let outcome = try workspace.test(
        ["a.yaml"],
        environment: ["METERLOOP_KERNEL": "", "METERLOOP_CACHE": workspace.path + "/cache"])
      expect(outcome, problem: "there is no kernel for the bench", remedy: "make kernel")
      #expect(workspace.names(in: "") == ["a.yaml"], "nothing is left of a run that was none")
    }

    @Test(arguments: ["/nowhere/linux", "/etc/passwd", "/etc"])
    func aKernelThatCannotBeRunIsNamed(_ path: String) throws {
      let workspace = try Workspace()
      try workspace.write(Self.scenario, to: "a.yaml")
      let outcome = try workspace.test(["a.yaml"], environment: ["METERLOOP_KERNEL": path])
      expect(
        outcome, problem: "METERLOOP_KERNEL names \(path), which is no program",
        remedy: "bench/build-kernel")
    }

    @Test func aProgramThatIsNoKernelIsNamed() throws {
      let workspace = try Workspace()
      try workspace.write(Self.scenario, to: "a.yaml")
      let outcome = try workspace.test(["a.yaml"], environment: ["METERLOOP_KERNEL": "/bin/true"])
      expect(
        outcome, problem: "/bin/true ended (exit code 0) before anything came up",
        remedy: "Is it a User-Mode Linux kernel?")
      #expect(outcome.output.contains("(guest started 2 times)"), "\(outcome.all)")
    }

    @Test func aResultsFolderThatCannotBeMadeIsNamed() throws {
      let workspace = try Workspace()
      try workspace.write(Self.scenario, to: "a.yaml")
      let outcome = try workspace.test(["a.yaml", "--results", "a.yaml/results"])
      expect(
        outcome, problem: "cannot make the folder ./a.yaml/results: Not a directory",
        remedy: "name another folder with --results")
    }

    @Test func aFolderOfSomeoneElsesIsNotReplaced() throws {
      let workspace = try Workspace()
      try workspace.write(Self.scenario, to: "a.yaml")
      try workspace.write("precious", to: "results/a/thesis.txt")
      let outcome = try workspace.test(["a.yaml"])
      expect(
        outcome, problem: "results/a is there and is no folder of an earlier run",
        remedy: "Name another folder with --results")
      #expect(try workspace.read("results/a/thesis.txt") == "precious")
    }

    @Test(
      .enabled(if: MountNamespace.isThere, MountNamespace.reason),
      arguments: [8, 100])
    func aFullDiskIsNamed(kibibytes: Int) throws {
      let workspace = try Workspace()
      try workspace.write(
        ShippedScenario.all[0].text(), to: "a.yaml")
      try workspace.write("", to: "disk/mark")
      // So small that the run's files do not fit, or what the guest writes does not.
      let outcome = try MountNamespace.test(
        ["a.yaml", "--results", "disk/results"], in: workspace,
        after: "mount -t tmpfs -o size=\(kibibytes)k tmpfs disk")
      expect(
        outcome, problem: kibibytes == 8 ? "No space left on device" : "is full",
        remedy: "Make room there, or name another folder with --results")
    }

    @Test(
      .enabled(if: MountNamespace.isThere, MountNamespace.reason),
      arguments: ["btvirt": "bluez-test-tools", "dbus-daemon": "dbus"])
    func aMissingPartIsNamedWithItsPackage(part: String, package: String) throws {
      let workspace = try Workspace()
      try workspace.write(Self.scenario, to: "a.yaml")
      let outcome = try MountNamespace.test(
        ["a.yaml"], in: workspace, after: "mount --bind /dev/null /usr/bin/\(part)")
      expect(
        outcome, problem: "\(part) (", remedy: "sudo apt-get install \(package)")
    }

    @Test(.enabled(if: MountNamespace.isThere, MountNamespace.reason))
    func aFolderThatMayNotBeMadeIsToldWithTheReason() throws {
      let workspace = try Workspace()
      try workspace.write(Self.scenario, to: "a.yaml")
      try FileManager.default.createDirectory(
        atPath: workspace.path + "/closed", withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o555])
      // In a namespace where nobody is anyone, root has no rights beyond those that files give.
      let outcome = try Tool.run(
        "unshare",
        ["--user", #require(Meterloop.path), "test", "a.yaml", "--results", "closed/results"],
        in: workspace.path)
      expect(
        outcome, problem: "cannot make the folder ./closed/results: Permission denied",
        remedy: "name another folder with --results")
    }

    /// What Docker gives a container, and what a hardened machine does.
    @Test(
      .enabled(if: MountNamespace.isThere, MountNamespace.reason),
      arguments: ["size=64m": "/dev/shm has 64 MiB free", "noexec": "(noexec)"])
    func aDevShmThatDoesNotServeIsGoneAround(option: String, reason: String) throws {
      let workspace = try Workspace()
      try workspace.write(ShippedScenario.all[0].text(), to: "a.yaml")
      let outcome = try MountNamespace.test(
        ["a.yaml"], in: workspace, after: "mount -t tmpfs -o \(option) tmpfs /dev/shm")
      #expect(outcome.code == 0, "\(outcome.all)")
      #expect(outcome.output.hasPrefix("note: "), "\(outcome.all)")
      #expect(outcome.output.contains(reason), "\(outcome.all)")
      #expect(outcome.output.hasSuffix("\n1 passed\n"), "\(outcome.all)")
    }

    @Test(.enabled(if: MountNamespace.isThere, MountNamespace.reason))
    func noRoomForMemoryIsNamed() throws {
      let workspace = try Workspace()
      try workspace.write(Self.scenario, to: "a.yaml")
      try workspace.write("", to: "small/mark")
      let mount = "mount -t tmpfs -o size=9m tmpfs"
      let outcome = try MountNamespace.test(
        ["a.yaml", "--results", "small/results"], in: workspace,
        after: "\(mount) /dev/shm && \(mount) small && export TMPDIR=small")
      expect(
        outcome, problem: "there is no place for the guests' memory", remedy: "in TMPDIR")
    }

    @Test func aRelativeCacheIsTakenFromThisFolder() throws {
      let workspace = try Workspace()
      let kernel = try #require(ProcessInfo.processInfo.environment["METERLOOP_KERNEL"])
      try FileManager.default.createDirectory(
        atPath: workspace.path + "/cache/kernel", withIntermediateDirectories: true)
      #expect(symlink(kernel, workspace.path + "/cache/kernel/latest") == 0)
      try workspace.write(ShippedScenario.all[0].text(), to: "a.yaml")
      let outcome = try workspace.test(
        ["a.yaml"], environment: ["METERLOOP_KERNEL": "", "METERLOOP_CACHE": "cache"])
      #expect(outcome.code == 0, "\(outcome.all)")
    }
  }
}
