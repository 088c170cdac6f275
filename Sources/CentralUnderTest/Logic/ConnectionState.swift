// How far a connection has come. It rises only, and a disconnect returns it to the first state.

/// The stages of a connection, in order.
public enum ConnectionState: Int, Sendable, CaseIterable, Comparable {
  /// No connection, and none under way.
  case peripheralNotConnected
  /// A connect was asked for and has not been answered.
  case peripheralConnectionPending
  /// The link stands.
  case peripheralConnected
  /// The meter's services are being looked for.
  case discoveringServices
  /// Its characteristics are being looked for.
  case discoveringCharacteristics
  /// All that is needed was found and subscribed to.
  case peripheralReady
  /// A request is out.
  case communicating
  /// A measurement has arrived.
  case dataIsAvailable

  /// The state's name, as logs and the driver protocol have it.
  public var name: String { String(describing: self) }

  /// An earlier stage is less.
  public static func < (a: ConnectionState, b: ConnectionState) -> Bool { a.rawValue < b.rawValue }

  /// Whether the connection may go from this state to `next`: upwards, back to the first, or from
  /// data to the next request, which is the steady state's own back and forth.
  public func mayBecome(_ next: ConnectionState) -> Bool {
    next > self || (self == .dataIsAvailable && next == .communicating)
      || (self != next && next == .peripheralNotConnected)
  }
}
