// Everything works for a user who may do nothing, and leaves nothing on the machine.

import Foundation
import Testing

extension EndToEnd {
  @Suite(
    .enabled(
      if: getuid() == 0, "becoming another user takes root; as another user, all tests show it"))
  struct ScriptsUnprivilegedTests {
    /// A user whom nobody is.
    private static let user = "61234"

    private let folder: BenchFolder
    private let kernel: String

    /// A copy of the checkout's scenarios and of what was built, which that user owns.
    init() throws {
      folder = try BenchFolder()
      let built = (try #require(Meterloop.path) as NSString).deletingLastPathComponent
      let script = """
        set -e
        mkdir -p checkout/bin home cache
        cp -r "$CHECKOUT/scenarios" checkout/
        cp "$BUILT/meterloop" "$BUILT"/meterloop-init "$BUILT"/meterloop-central checkout/bin/
        cp -L "${METERLOOP_KERNEL:-${METERLOOP_CACHE:-$HOME/.cache/meterloop}/kernel/latest}" linux
        chown -R \(Self.user):\(Self.user) checkout home cache
        """
      let made = try Tool.run(
        "bash", ["-c", script], in: folder.path,
        environment: ["CHECKOUT": Meterloop.checkout, "BUILT": built])
      #expect(made.code == 0, "\(made.all)")
      kernel = folder.at("linux")
    }

    private func run(_ arguments: [String], unprivileged: Bool = true) throws -> Outcome {
      let program = folder.at("checkout/bin/meterloop")
      let become = ["--reuid", Self.user, "--regid", Self.user, "--clear-groups", program]
      return try RunningProcess(
        program: unprivileged ? "/usr/bin/setpriv" : program,
        arguments: (unprivileged ? become : []) + arguments, folder: folder.at("checkout"),
        environment: [
          "HOME": folder.at("home"), "METERLOOP_CACHE": folder.at("cache"),
          "METERLOOP_KERNEL": kernel, "XDG_CACHE_HOME": "",
        ]
      ).wait()
    }

    /// All that the user owns on this machine outside the folder, and all that is in it.
    private func traces() throws -> [Substring] {
      let places = ["/tmp", "/var/tmp", "/var/lib", "/dev/shm", "/home", "/run"]
        .filter(FileManager.default.fileExists(atPath:))
      let found = try Tool.run(
        "find", places + ["-uid", Self.user, "-not", "-path", folder.path + "/*"])
      let own = try Tool.run("find", ["."], in: folder.path)
      return (found.output + own.output).split(separator: "\n").sorted()
    }

    @Test func theSuiteGivesTheSameVerdictsAndLeavesNothing() throws {
      func verdicts(_ outcome: Outcome) -> [Substring] {
        outcome.output.split(separator: "\n").sorted()
      }
      let before = try traces()
      let outcome = try run(["test", "scenarios"])
      #expect(outcome.code == 0, "\(outcome.all)")
      #expect(try traces() == before)
      let asRoot = try run(["test", "scenarios"], unprivileged: false)
      #expect(verdicts(outcome) == verdicts(asRoot), "\(outcome.all)\(asRoot.all)")
    }

    @Test func aClientRunsWithTheRightsOfItsUser() throws {
      let secret = try folder.write("secret", to: "secret")
      chmod(secret, 0o600)
      let outcome = try run(["bench", "--meter", "um25c", "--", "/bin/sh", "-c", "cat \(secret)"])
      #expect(
        outcome.code == 1 && outcome.output.isEmpty, "root in the guest alone: \(outcome.all)")
      #expect(outcome.errors.contains("secret"), "\(outcome.all)")
    }

    @Test func theDoctorFindsNothingMissing() throws {
      let outcome = try run(["doctor"])
      #expect(outcome.code == 0, "\(outcome.all)")
    }
  }
}
