// What commands are in the driver protocol.

import Records
import SharedProtocols

extension CentralCommand {
  /// The command's fields beside its id and name.
  var arguments: [String: JSONValue] {
    switch self {
    case .configure(let policy): ["policy": policy.json]
    case .connect(let name): name.map { ["name": .text($0)] } ?? [:]
    case .send(let bytes): ["bytes": .text(bytes.hex)]
    case .disconnect, .scan, .background, .foreground, .quit: [:]
    }
  }
}

extension CentralPolicy {
  fileprivate var json: JSONValue {
    func seconds(_ duration: Duration?) -> JSONValue {
      guard let duration else { return .null }
      let whole = duration.components
      return whole.attoseconds == 0 ? .integer(Int(whole.seconds)) : .number(duration.inSeconds)
    }
    return .object([
      "attemptCap": attemptCap.map { .integer($0) } ?? .null,
      "connectTimeoutSeconds": seconds(connectTimeout),
      "serviceDiscoveryTimeoutSeconds": seconds(serviceDiscoveryTimeout),
      "measurementTimeoutSeconds": seconds(measurementTimeout),
      "pollIntervalSeconds": seconds(pollInterval),
      "profile": .text(profile.rawValue),
    ])
  }
}
