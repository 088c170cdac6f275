// What is wanted of an emulation.

import Faults
import MeterEmulator

extension Emulation {
  /// What is wanted.
  public struct Wish {
    /// Where the meter's radio is; nil for none.
    public var radio: HostRadio.Place?
    /// Whether the meter has a pseudo-terminal.
    public var isSerial = false
    /// A link to the pseudo-terminal; nil for none.
    public var link: String?
    /// Where the control socket is; nil for none.
    public var control: String?
    /// Faults from the start.
    public var faults: [FaultText] = []
    /// Makes a fault from its verb's name and its parameters as people write them.
    public var makeFault: (String, [String: String]) throws(CommandRefusal) -> any MeterFaultVerb

    /// Makes a change of the meter of what people write in a scenario's `meter:` step.
    public var readChange: (String) throws(CommandRefusal) -> MeterChange

    /// A wish without anything.
    public init(
      makeFault: @escaping (String, [String: String]) throws(CommandRefusal) -> any MeterFaultVerb,
      readChange: @escaping (String) throws(CommandRefusal) -> MeterChange
    ) {
      self.makeFault = makeFault
      self.readChange = readChange
    }
  }

  /// A fault as people write it.
  public struct FaultText: Sendable, Hashable {
    /// The verb, such as `payload.badChecksum`.
    public var verb: String
    /// Its parameters.
    public var parameters: [String: String]

    /// A fault.
    public init(verb: String, parameters: [String: String]) {
      self.verb = verb
      self.parameters = parameters
    }
  }
}
