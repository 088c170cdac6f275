// What is to go wrong on the air, and for whom.

/// Which links, and which would-be links, a rule is about. A nil stands for any adapter.
public struct LinkSelector: Sendable, Equatable {
  /// N of the central's hciN.
  public var central: Int?
  /// N of the peripheral's hciN.
  public var peripheral: Int?

  /// Links between these.
  public init(central: Int? = nil, peripheral: Int? = nil) {
    self.central = central
    self.peripheral = peripheral
  }

  func matches(central: RadioAdapter, peripheral: RadioAdapter) -> Bool {
    (self.central ?? central.index) == central.index && matches(peripheral: peripheral)
  }

  func matches(peripheral: RadioAdapter) -> Bool {
    (self.peripheral ?? peripheral.index) == peripheral.index
  }
}

/// What a rule does.
public enum AirAction: Sendable, Equatable {
  /// Something becomes of attribute PDUs on their way.
  case treat(PDUMatch, PDUTreatment)
  /// The central's request arrives, its answer does not.
  case dropAnswer(ATTSelector)
  /// The central's request arrives, its answer so much later than it was given.
  case delayAnswer(ATTSelector, by: Duration)
  /// The central's request does not arrive; it is answered with this ATT error.
  case refuse(ATTSelector, error: UInt8)
  /// Handles mean nothing to the server, until the central discovers its services again.
  case forgetHandles
  /// Discoveries find something else than there is.
  case change(DiscoveryChange)
  /// No larger ATT MTU than this is agreed on.
  case limitMTU(bytes: Int)
  /// The links that there are get this PDU from the peripheral, at once and, with an interval, again
  /// and again.
  case say(PeripheralWord, every: Duration?)
  /// The peripheral advertises otherwise than its host and its radio have it.
  case show(AdvertisingChange)
  /// The connection fails: 0x3E as the specification has it, after six intervals for both ends;
  /// any other as the status of LE Create Connection. Never 0.
  case failConnection(status: UInt8)
  /// The two do not hear each other, until the rule is lifted.
  case outOfRange
  /// The links that there are end at once, with this reason for the central.
  case disconnect(reason: UInt8)
  /// All that is sent takes longer.
  case slow(Slowness)
  /// Links that there are and that are made have these parameters.
  case setParameters(LinkParameters)
}

/// A fault on the air.
public struct AirRule: Sendable, Equatable {
  /// The name by which records refer to it.
  public var id: String
  /// The verb, as `link.outOfRange`.
  public var verb: String
  /// Whom it is about.
  public var links: LinkSelector
  /// How many times it happens, from the first occasion on; nil for each time until it is lifted.
  /// What is a state, as to be out of range, counts no times.
  public var times: Int?
  /// How many occasions pass unharmed before.
  public var skipping: Int
  /// What happens.
  public var action: AirAction

  /// A rule, to be installed.
  public init(
    id: String, verb: String, links: LinkSelector = LinkSelector(), times: Int? = nil,
    skipping: Int = 0, action: AirAction
  ) {
    self.id = id
    self.verb = verb
    self.links = links
    self.times = times
    self.skipping = skipping
    self.action = action
  }
}
