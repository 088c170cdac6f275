// What faults of the host level need: a hold on bluetoothd, its adapters and its bus.

/// The machine that the central and the meters are on. Both have the same bluetoothd.
public protocol FaultHost: AnyObject {
  /// Switches the central's adapter; `seen` is called when bluetoothd says that it has changed.
  func setPowered(_ isOn: Bool, _ seen: @escaping () -> Void)
  /// Ends bluetoothd, at once or by asking it to; `seen` is called when it has left the bus.
  func endBluetoothd(abruptly: Bool, _ seen: @escaping () -> Void)
  /// Starts bluetoothd again where it does not run, and puts the meters on the air with it.
  func startBluetoothd()
  /// Has the bus refuse calls to bluetoothd: of these methods, or all of them for nil. `seen` is
  /// called each time that the central was refused one.
  func refuseCalls(of methods: [String]?, _ seen: @escaping () -> Void)
  /// Has the bus refuse nothing any more.
  func refuseNoCalls()
  /// Connects to this meter of the central's adapter as soon as bluetoothd knows it, as another
  /// program of the machine would. `seen` is called each time that the central was told that a call
  /// of the kind is in progress already.
  func connectFirst(_ seen: @escaping () -> Void)
  /// Connects to nothing any more, and gives up what it connected to.
  func connectNoMore()
  /// Records that a fault has struck.
  func fired(_ id: String, verb: String)
}

/// A fault of the host level that was laid.
final class LaidHostFault: LaidFault {
  private(set) var firings = 0
  private let id: String
  private let verb: String
  private let host: any FaultHost
  private var ending: ((any FaultHost) -> Void)?

  init(
    _ id: String, verb: String, on host: any FaultHost, ending: @escaping (any FaultHost) -> Void
  ) {
    self.id = id
    self.verb = verb
    self.host = host
    self.ending = ending
  }

  func fire() {
    guard ending != nil else { return }
    firings += 1
    host.fired(id, verb: verb)
  }

  func lift() {
    let end = ending
    ending = nil
    end?(host)
  }
}

/// A verb that acts on the machine.
protocol HostFaultVerb: FaultVerb {
  /// Brings the fault about; `seen` is to be called for each time that it struck.
  func begin(on host: any FaultHost, _ seen: @escaping () -> Void)
  /// Takes it away.
  func end(on host: any FaultHost)
}

extension HostFaultVerb {
  static var level: FaultLevel { .host }

  func lay(on targets: FaultTargets, as id: String) -> any LaidFault {
    let laid = LaidHostFault(id, verb: Self.fullName, on: targets.host) { end(on: $0) }
    begin(on: targets.host) { [weak laid] in laid?.fire() }
    return laid
  }
}
