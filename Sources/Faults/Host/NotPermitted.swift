// The machine does not let the central do one thing.

/// One of bluetoothd's methods is refused.
struct NotPermitted: HostFaultVerb {
  static let name = "notPermitted"
  static let example = "{host: notPermitted, call: Connect}"
  static let summary = """
    The bus refuses calls of one of bluetoothd's methods (org.freedesktop.DBus.Error.AccessDenied), for \
    everyone on the machine.
    """
  static let parameters = [call]
  static let proof = "the central was refused the call"
  private static let call = FaultParameter(
    "call",
    .choice([
      "Connect", "Disconnect", "StartDiscovery", "StopDiscovery", "SetDiscoveryFilter",
      "StartNotify", "ReadValue", "WriteValue",
    ]),
    isRequired: true, summary: "which method")

  private let call: String

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    call = try arguments.word(Self.call)
  }

  func begin(on host: any FaultHost, _ seen: @escaping () -> Void) {
    host.refuseCalls(of: [call], seen)
  }

  func end(on host: any FaultHost) { host.refuseNoCalls() }
}
