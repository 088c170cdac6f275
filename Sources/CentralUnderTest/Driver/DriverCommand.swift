// What the harness tells a central: one JSON object a line.

import CoreBluetooth

/// A command of the driver protocol.
struct DriverCommand: Decodable {
  /// Comes back in the reply.
  var id: Int
  var command: String
  /// With `connect`: the meter's name, the first one seen without it.
  var name: String?
  /// With `configure`.
  var policy: DriverPolicy?
}

/// The limits that a scenario sets. What is missing stays as it is; null means no limit where a limit
/// can be off.
struct DriverPolicy: Decodable {
  private var attemptCap: Change<Int>
  private var connectTimeoutSeconds: Change<Double>
  private var serviceDiscoveryTimeoutSeconds: Double?
  private var measurementTimeoutSeconds: Double?

  private enum Change<Value> {
    case none
    case to(Value?)
  }

  private enum Key: CodingKey {
    case attemptCap, connectTimeoutSeconds, serviceDiscoveryTimeoutSeconds
    case measurementTimeoutSeconds
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func change<Value: Decodable>(_ key: Key) throws -> Change<Value> {
      container.contains(key) ? .to(try container.decodeIfPresent(Value.self, forKey: key)) : .none
    }
    attemptCap = try change(.attemptCap)
    connectTimeoutSeconds = try change(.connectTimeoutSeconds)
    serviceDiscoveryTimeoutSeconds = try container.decodeIfPresent(
      Double.self, forKey: .serviceDiscoveryTimeoutSeconds)
    measurementTimeoutSeconds = try container.decodeIfPresent(
      Double.self, forKey: .measurementTimeoutSeconds)
  }

  /// Puts the limits into the settings; `setConnectTimeout` takes the one that is not the manager's.
  func apply(to settings: inout CentralSettings, setConnectTimeout: (Duration?) -> Void) {
    if case .to(let cap) = attemptCap { settings.attemptCap = cap }
    if let seconds = serviceDiscoveryTimeoutSeconds {
      settings.discoveryTimeout = .seconds(seconds)
    }
    if let seconds = measurementTimeoutSeconds { settings.measurementTimeout = .seconds(seconds) }
    if case .to(let seconds) = connectTimeoutSeconds {
      setConnectTimeout(seconds.map { .seconds($0) })
    }
  }
}
