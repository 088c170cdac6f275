// A hold on a guest's bluetoothd: ending it, starting it again, and having the bus refuse calls to it.

import BlueZ
import CLinux
import EventLoop
import Glibc

/// The guest's bluetoothd, as the machine's administrator has it in hand.
public final class BluetoothService {
  private let loop: EventLoop
  private let bus: Bus
  private let folder: String
  private var ownProcess: ChildProcess?

  /// The file of the run's folder that names the daemons that were ended on purpose.
  static let endedFile = "ended-on-purpose"
  private static let name = "org.bluez"
  /// Where the methods are that can be refused.
  private static let interfaces = [
    "org.bluez.Adapter1", "org.bluez.Device1", "org.bluez.GattCharacteristic1",
  ]

  /// The bluetoothd of the guest whose run is in this folder.
  public init(loop: EventLoop, bus: Bus, folder: String) {
    self.loop = loop
    self.bus = bus
    self.folder = folder
  }

  /// Sends it a signal to end by. Nothing happens where it does not run.
  public func end(by signal: CInt, _ problem: @escaping (String) -> Void) {
    do throws(SystemError) {
      try Files.write("bluetoothd\n", to: folder + "/" + Self.endedFile)
    } catch { return problem("\(error)") }
    callBus("GetConnectionUnixProcessID", [.string(Self.name)]) { result in
      switch result {
      case .success(let values):
        guard let process = values.first?.integer, kill(pid_t(process), signal) == 0 else {
          return problem("bluetoothd cannot be ended: \(String(cString: strerror(errno)))")
        }
      case .failure(let error):
        if error.name != "org.freedesktop.DBus.Error.NameHasNoOwner" { problem("\(error)") }
      }
    }
  }

  /// Starts it as the guest's first process did.
  public func start() throws(SystemError) {
    let plan = try Files.readText(folder + "/guest.plan")
    let line = plan.split(separator: "\n").first { $0.hasPrefix("daemon\tbluetoothd\t") }
    guard let words = line?.split(separator: "\t"), words.count > 3 else {
      throw SystemError("find bluetoothd in the guest's plan", code: ENOENT)
    }
    let log = linux_create(folder + "/bluetoothd.log", O_WRONLY | O_APPEND, 0o644)
    defer { if log >= 0 { close(log) } }
    let path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    ownProcess = try ChildProcess(
      ChildProcess.Specification(
        arguments: words[3...].map(String.init), environment: [path], workingDirectory: folder,
        descriptors: [.init(1, from: log), .init(2, from: log)]),
      on: loop
    ) { [weak self] _ in self?.ownProcess = nil }
  }

  /// Has the bus refuse calls of these methods of bluetoothd's, all methods for nil and none for an
  /// empty list. It holds for everyone, and from the answer on.
  public func refuse(_ methods: [String]?, _ problem: @escaping (String) -> Void) {
    let rules =
      methods.map {
        $0.flatMap { method in
          Self.interfaces.map { #"send_interface="\#($0)" send_member="\#(method)""# }
        }
      } ?? [#"send_type="method_call""#]
    let denials = rules.map { #"<deny send_destination="org.bluez" \#($0)/>"# }.joined()
    // On one line, by which it is found again.
    let policy = denials.isEmpty ? "" : "<policy context=\"mandatory\">\(denials)</policy>"
    do throws(SystemError) {
      let text = try Files.readText(folder + "/bus.conf")
      let kept = text.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.hasPrefix("<policy context=\"mandatory\">") }
      let lines = kept.flatMap { $0 == "</busconfig>" ? [policy[...], $0] : [$0] }
      try Files.write(lines.joined(separator: "\n"), to: folder + "/bus.conf")
    } catch { return problem("\(error)") }
    callBus("ReloadConfig", []) { result in
      if case .failure(let error) = result { problem("\(error)") }
    }
  }

  private func callBus(
    _ method: String, _ arguments: [BusValue],
    _ done: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    bus.call(
      MethodCall(
        destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus", member: method, arguments: arguments), done)
  }
}
