// What one guest is put through: exchanges with a meter, each spoilt by faults and followed by a good
// one that the central must get. A plan is plain values, so that it can be made smaller, and it is run
// as the scenario file that it is written as.

import Faults

/// The exchanges of one run.
public struct FuzzPlan: Sendable, Hashable {
  /// The meter on the air.
  public var meter: FuzzMeter
  /// What happens, one after the other.
  public var exchanges: [FuzzExchange]
  /// How many reconnect attempts the central is told to make in a row; nil where it is told nothing.
  public var attemptCap: Int?

  /// How many faults it lays.
  public var faultCount: Int { exchanges.reduce(0) { $0 + $1.faults.count } }
}

/// A kind of meter.
public struct FuzzMeter: Sendable, Hashable {
  /// What stands in the scenario's `meters:`, without its load.
  public var yaml: String
  /// The services and characteristics that it has.
  public var uuids: [String]
  /// Whether it tells whole watts and no volts, as a documented TC66C does.
  public var tellsWatts: Bool
}

/// One exchange that goes wrong, and the good one after it.
public struct FuzzExchange: Sendable, Hashable {
  /// What is done, in order. After the last what faults still lie are lifted, and the user connects
  /// who has not done so.
  public var actions: [FuzzAction]
  /// The voltage that is measured from then on, at 1 A, which tells a new measurement from an old
  /// one.
  public var volts: Double

  /// The faults that it lays.
  public var faults: [FuzzFault] {
    actions.compactMap { if case .fault(let fault) = $0 { fault } else { nil } }
  }
}

/// What happens in an exchange.
public enum FuzzAction: Sendable, Hashable {
  /// Something goes wrong from now on.
  case fault(FuzzFault)
  /// So many milliseconds pass.
  case wait(milliseconds: Int)
  /// The user wants the meter no more.
  case disconnect
  /// The user wants it again.
  case connect
}

/// A fault with its arguments.
public struct FuzzFault: Sendable, Hashable {
  /// Where it strikes.
  public var level: FaultLevel
  /// Its name at that level.
  public var verb: String
  /// What it is told, in the order of the verb's parameters.
  public var arguments: [Argument]

  /// A value for a parameter.
  public struct Argument: Sendable, Hashable {
    /// The parameter.
    public var name: String
    /// What it is.
    public var value: FaultValue
  }

  /// The verb's type; nil for a name that is none.
  var type: (any FaultVerb.Type)? {
    FaultVocabulary.all.first { $0.level == level && $0.name == verb }
  }

  /// Whether the verb takes these arguments.
  var isAcceptable: Bool {
    guard let type else { return false }
    let values = Dictionary(uniqueKeysWithValues: arguments.map { ($0.name, $0.value) })
    do throws(FaultArgumentError) {
      _ = try type.make(values)
      return true
    } catch { return false }
  }
}
