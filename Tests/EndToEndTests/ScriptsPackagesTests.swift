// bench/install-packages: as root it installs what is missing, otherwise it says how to.

import Foundation
import Testing

@Suite struct ScriptsPackagesTests {
  private static let script = Meterloop.checkout + "/bench/install-packages"
  private let folder: BenchFolder

  /// A machine on which `missing` is not installed, with a user and an apt-get of our own. The
  /// programs of this machine that the script uses are linked, so that nothing else is found.
  init() throws {
    folder = try BenchFolder()
    for name in ["bash", "env", "mktemp", "rm", "tail", "sh", "grep"] {
      let place = ["/bin/", "/usr/bin/"].map { $0 + name }
        .first(where: FileManager.default.isExecutableFile(atPath:))
      try folder.write(
        "#!/bin/sh\nexec \(try #require(place)) \"$@\"\n", to: "bin/" + name, executable: true)
    }
    try folder.write("#!/bin/sh\ntrue\n", to: "bin/swift", executable: true)
    try folder.write("#!/bin/sh\necho \"$USER_NUMBER\"\n", to: "bin/id", executable: true)
    try folder.write(
      """
      #!/bin/sh
      for package; do :; done
      case " $MISSING " in *" $package "*) exit 1 ;; esac
      printf installed

      """, to: "bin/dpkg-query", executable: true)
    try folder.write(
      "#!/bin/sh\necho \"$@\" >>\(folder.at("apt"))\n[ -z \"$APT_FAILS\" ] || { echo unreachable; exit 100; }\n",
      to: "bin/apt-get", executable: true)
  }

  private func run(
    _ arguments: [String] = [], user: Int, missing: String, more: [String: String] = [:]
  ) throws -> Outcome {
    let own = ["PATH": folder.at("bin"), "USER_NUMBER": "\(user)", "MISSING": missing]
    return try RunningProcess(
      program: "/bin/bash", arguments: [Self.script] + arguments, folder: folder.path,
      environment: own.merging(more) { _, new in new }
    ).wait()
  }

  @Test func withNothingMissingItIsSilent() throws {
    let outcome = try run(["--tests"], user: 1000, missing: "")
    #expect(outcome.code == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.all)")
  }

  @Test func anOrdinaryUserGetsTheOneCommand() throws {
    let outcome = try run(user: 1000, missing: "bluez flex")
    #expect(outcome.code == 3)
    let commands = outcome.errors.split(separator: "\n").filter { $0.contains("apt-get") }
    #expect(
      commands == ["  sudo apt-get install --no-install-recommends flex bluez"], "\(outcome.all)")
    #expect(!folder.has("apt"), "nothing is installed")
  }

  @Test func whatOnlyTestsNeedIsAskedForByTestsAlone() throws {
    #expect(try run(user: 1000, missing: "python3-bleak").code == 0)
    #expect(try run(["--tests"], user: 1000, missing: "python3-bleak").code == 3)
  }

  @Test func rootInstallsWhatIsMissingAndNothingElse() throws {
    let outcome = try run(user: 0, missing: "bluez")
    #expect(outcome.code == 0, "\(outcome.all)")
    #expect(
      try folder.read("apt") == Data("install -y --no-install-recommends bluez\n".utf8))
  }

  @Test func anAptGetThatFailsIsTriedAfterAnUpdateAndThenShown() throws {
    let outcome = try run(user: 0, missing: "bluez", more: ["APT_FAILS": "yes"])
    #expect(outcome.code == 3)
    #expect(outcome.errors.contains("unreachable\npackages: apt-get failed\n"), "\(outcome.all)")
    let calls = String(decoding: try folder.read("apt"), as: UTF8.self).split(separator: "\n")
    #expect(calls.map { $0.prefix(6) } == ["instal", "update", "instal"])
  }

  @Test func aMissingSwiftIsNamedWithWhereToGetIt() throws {
    try FileManager.default.removeItem(atPath: folder.at("bin/swift"))
    let outcome = try run(user: 1000, missing: "")
    #expect(outcome.code == 3)
    #expect(outcome.errors.contains("swift is missing; get Swift"), "\(outcome.all)")
  }
}
