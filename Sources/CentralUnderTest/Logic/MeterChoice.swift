// Which meter the user wants.

import CoreBluetooth
import SharedProtocols

/// A way to say which meter is meant before it has been seen.
public enum MeterChoice {
  /// The first that is seen.
  case any
  /// The one that advertises this name.
  case named(String)
  /// The first whose advertisement tells this model.
  case model(MeterModel)
  /// The first whose identifier satisfies this: where the machine tells addresses, by its address.
  case matching((UUID) -> Bool)

  /// Whether the meter is one that is meant.
  func matches(_ meter: DiscoveredMeter) -> Bool {
    switch self {
    case .any: true
    case .named(let name): meter.name == name
    case .model(let model): meter.capabilities.model == model
    case .matching(let isMeant): isMeant(meter.identifier)
    }
  }
}
