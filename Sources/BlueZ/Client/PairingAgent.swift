// The agent that lets bluetoothd pair without anybody at a keyboard (BlueZ, doc/agent-api.txt).

/// A NoInputNoOutput agent: agrees to pairing that needs neither input nor output ("just works"),
/// refuses the rest. Without an agent, bluetoothd never answers a read that needs pairing. One agent
/// serves both sides of a link.
public final class PairingAgent {
  private let client: BlueZClient
  private let path: String
  private var observation: BlueZObservation?

  /// Offers an agent at the path, not registered yet.
  public init(client: BlueZClient, path: String = "/org/meterloop/agent") {
    self.client = client
    self.path = path
    client.bus.export(path, Self.answer)
  }

  deinit {
    observation?.cancel()
    client.bus.unexport(path)
  }

  /// Registers the agent, as the default one too, now and whenever bluetoothd comes back. `done`
  /// tells about now; how later registrations go is told by the bus's `onProblem`.
  public func register(_ done: @escaping (Result<Void, BusError>) -> Void) {
    observation?.cancel()
    observation = client.observe { [weak self] change in
      guard let self, change == .arrived else { return }
      registerOnce { [bus = client.bus] in bus.report($0) }
    }
    registerOnce { done($0.map { _ in }) }
  }

  private func registerOnce(_ done: @escaping (Result<[BusValue], BusError>) -> Void) {
    let agent = BusValue.objectPath(path)
    manager("RegisterAgent", [agent, .string("NoInputNoOutput")]) { [weak self] result in
      guard let self, case .success = result else { return done(result) }
      manager("RequestDefaultAgent", [agent], done)
    }
  }

  private func manager(
    _ member: String, _ arguments: [BusValue],
    _ done: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    client.bus.call(
      MethodCall(
        destination: BlueZClient.serviceName, path: "/org/bluez",
        interface: "org.bluez.AgentManager1", member: member, arguments: arguments), done)
  }

  private static func answer(_ call: IncomingCall) {
    switch call.member {
    case "Release", "Cancel", "RequestConfirmation", "RequestAuthorization", "AuthorizeService":
      call.reply()
    case "RequestPinCode", "RequestPasskey", "DisplayPinCode", "DisplayPasskey":
      call.fail(BusError(.rejected, message: "there is neither keyboard nor display"))
    default: call.fail(.unknownMethod("an agent has no \(call.member)"))
    }
  }
}
