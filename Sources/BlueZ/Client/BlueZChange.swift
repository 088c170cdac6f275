// What an observer of BlueZ's objects is told.

/// A change among bluetoothd's objects. The client's own picture has changed already when an
/// observer is told.
public enum BlueZChange: Equatable, Sendable {
  /// bluetoothd is on the bus and all its objects are known; they were `added` one by one before.
  case arrived
  /// An object has one more interface; a new object comes as its interfaces.
  case added(path: String, interface: String)
  /// Properties of an object have new values, or (`lost`) have none any more. One change for each
  /// signal, equal values included: a notification that repeats its bytes is told again.
  case changed(path: String, interface: String, values: [String: BusValue], lost: [String])
  /// An object has lost an interface; a removed object loses all.
  case removed(path: String, interface: String)
  /// bluetoothd has left the bus; all its objects were `removed` one by one before.
  case left
}

/// An observer's registration. The client keeps it until it is cancelled.
public final class BlueZObservation {
  private var body: ((BlueZChange) -> Void)?
  private weak var client: BlueZClient?

  init(client: BlueZClient, _ body: @escaping (BlueZChange) -> Void) {
    self.client = client
    self.body = body
  }

  /// Ends the observation.
  public func cancel() {
    body = nil
    client?.forget(self)
  }

  func tell(_ change: BlueZChange) { body?(change) }
}
