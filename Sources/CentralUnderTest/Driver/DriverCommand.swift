// What the harness tells a central: one JSON object a line.

import CoreBluetooth
import SharedProtocols

/// A command of the driver protocol.
struct DriverCommand: Decodable {
  /// Comes back in the reply.
  var id: Int
  var command: String
  /// With `connect`: the meter's name, the first one seen without it.
  var name: String?
  /// With `send`: what is written, in hex.
  var bytes: String?
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
  private var pollIntervalSeconds: Double?
  private var profile: String?

  private enum Change<Value> {
    case none
    case to(Value?)
  }

  private enum Key: CodingKey {
    case attemptCap, connectTimeoutSeconds, serviceDiscoveryTimeoutSeconds
    case measurementTimeoutSeconds, pollIntervalSeconds, profile
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
    pollIntervalSeconds = try container.decodeIfPresent(Double.self, forKey: .pollIntervalSeconds)
    profile = try container.decodeIfPresent(String.self, forKey: .profile)
  }

  /// Puts the limits into the settings; `setConnectTimeout` takes the one that is not the manager's.
  /// Nothing is changed when there is an error.
  func apply(
    to settings: inout CentralSettings, setConnectTimeout: (Duration?) -> Void
  ) throws(DriverError) {
    if let profile {
      guard let known = MeterProfile(rawValue: profile) else {
        throw DriverError(reason: "there is no profile '\(profile)'")
      }
      settings.profile = known
    }
    if case .to(let cap) = attemptCap { settings.attemptCap = cap }
    if let seconds = serviceDiscoveryTimeoutSeconds {
      settings.discoveryTimeout = .seconds(seconds)
    }
    if let seconds = measurementTimeoutSeconds { settings.measurementTimeout = .seconds(seconds) }
    if let seconds = pollIntervalSeconds { settings.pollInterval = .seconds(seconds) }
    if case .to(let seconds) = connectTimeoutSeconds {
      setConnectTimeout(seconds.map { .seconds($0) })
    }
  }
}
