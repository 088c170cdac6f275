// The programs the bench is made of: where each is, and how to get one that is missing.

import Glibc

/// A program or file that the bench needs from the machine.
public struct Part: Sendable, Hashable {
  /// What it is called in messages.
  public let name: String
  /// What it does for the bench.
  public let purpose: String
  /// Where it may be; the first that is there serves.
  public let candidates: [String]
  /// The Debian package that has it.
  public let package: String

  /// Where it is; nil when it is missing.
  public var path: String? { candidates.first { access($0, X_OK) == 0 } }

  /// The error of its absence.
  public var missing: BenchError {
    BenchError(
      "\(name) (\(purpose)) is not on this machine: looked for \(candidates.joined(separator: ", "))",
      remedy: "Install it: sudo apt-get install \(package)")
  }

  /// Where it is, or the error of its absence.
  public func located() throws(BenchError) -> String {
    guard let path else { throw missing }
    return path
  }

  /// The message bus.
  public static let dbusDaemon = Part(
    name: "dbus-daemon", purpose: "the system bus inside the bench",
    candidates: ["/usr/bin/dbus-daemon"], package: "dbus")
  /// BlueZ itself.
  public static let bluetoothd = Part(
    name: "bluetoothd", purpose: "BlueZ, the Bluetooth stack under test",
    candidates: [
      "/usr/libexec/bluetooth/bluetoothd", "/usr/lib/bluetooth/bluetoothd",
      "/usr/sbin/bluetoothd",
    ], package: "bluez")
  /// The virtual controllers.
  public static let btvirt = Part(
    name: "btvirt", purpose: "BlueZ's virtual controllers",
    candidates: ["/usr/bin/btvirt", "/usr/sbin/btvirt"], package: "bluez-test-tools")
  /// Ends a guest together with the harness.
  public static let setpriv = Part(
    name: "setpriv", purpose: "ends the guest when the harness dies",
    candidates: ["/usr/bin/setpriv", "/bin/setpriv"], package: "util-linux")
  /// Keeps a guest on one core.
  public static let taskset = Part(
    name: "taskset", purpose: "keeps a guest on one core, which makes it several times faster",
    candidates: ["/usr/bin/taskset", "/bin/taskset"], package: "util-linux")

  /// All of them.
  public static let all = [dbusDaemon, bluetoothd, btvirt, setpriv, taskset]
}
