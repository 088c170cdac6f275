// The machine does not let the central use Bluetooth.

/// All of bluetoothd's methods are refused.
struct Unauthorized: HostFaultVerb {
  static let name = "unauthorized"
  static let example = "{host: unauthorized}"
  static let summary = """
    The bus refuses all calls to bluetoothd (org.freedesktop.DBus.Error.AccessDenied), for everyone on \
    the machine, as its policy does to users that may not use Bluetooth.
    """
  static let parameters: [FaultParameter] = []
  static let proof = "the central was refused a call"

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
  }

  func begin(on host: any FaultHost, _ seen: @escaping () -> Void) {
    host.refuseCalls(of: nil, seen)
  }

  func end(on host: any FaultHost) { host.refuseNoCalls() }
}
