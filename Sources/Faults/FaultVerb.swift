// The form of a fault. Each verb is one file, Faults/<Level>/<Verb>.swift, and a line in the
// vocabulary; scenarios, help, schema and documentation follow from it.

import MeterEmulator
import VirtualAir

/// Where a fault strikes.
public enum FaultLevel: String, Sendable, CaseIterable {
  case payload, gatt, advertising, link, host

  /// What it strikes there, in a few words.
  public var summary: String {
    switch self {
    case .payload: "the bytes of the meter's frames"
    case .gatt: "requests of the central and answers to them, on the air"
    case .advertising: "what the meter advertises"
    case .link: "connections and what they carry"
    case .host: "bluetoothd and its adapters"
    }
  }
}

/// What faults act on: one meter and one central that is judged.
public struct FaultTargets {
  /// The air that both are on.
  public var air: Air
  /// The central's adapter.
  public var central: RadioAdapter
  /// The meter's adapter.
  public var meterRadio: RadioAdapter
  /// The meter.
  public var meter: Meter
  /// The machine that both are on.
  public var host: any FaultHost

  /// The targets of one meter's faults.
  public init(
    air: Air, central: RadioAdapter, meterRadio: RadioAdapter, meter: Meter, host: any FaultHost
  ) {
    self.air = air
    self.central = central
    self.meterRadio = meterRadio
    self.meter = meter
    self.host = host
  }

  /// The links of the meter, with whomever, and those who hear it.
  var meterLinks: LinkSelector { LinkSelector(peripheral: meterRadio.index) }

  /// The links between the two.
  var links: LinkSelector {
    LinkSelector(central: central.index, peripheral: meterRadio.index)
  }
}

/// A fault that was laid, until it is lifted.
public protocol LaidFault: AnyObject {
  /// How many packets or frames it struck; each has its record `fault.fired`.
  var firings: Int { get }
  /// Takes the fault away; a second call does nothing.
  func lift()
}

/// A kind of fault, and with its arguments one fault.
public protocol FaultVerb: Sendable {
  /// Where it strikes.
  static var level: FaultLevel { get }
  /// Its name in scenarios.
  static var name: String { get }
  /// One of it, as it stands in a `fault:` step.
  static var example: String { get }
  /// What it does, in one sentence.
  static var summary: String { get }
  /// What it can be told.
  static var parameters: [FaultParameter] { get }
  /// When it counts as having fired, and with which packet.
  static var proof: String { get }
  /// Whether it hits one central and no other that may be there; else it hits all of them.
  static var isOfOneCentral: Bool { get }

  /// A fault with these arguments.
  init(_ arguments: FaultArguments) throws(FaultArgumentError)

  /// Brings the fault about; its records carry this id.
  func lay(on targets: FaultTargets, as id: String) -> any LaidFault
}

extension FaultVerb {
  /// The name in records: `link.outOfRange`.
  public static var fullName: String { "\(level.rawValue).\(name)" }

  /// Requests and links are one central's; a meter's frames, its advertisements and the machine are not.
  public static var isOfOneCentral: Bool { level == .gatt || level == .link }
}

/// A verb that needs the meter alone, whatever radio it is on: it can be laid on every lane.
public protocol MeterFaultVerb: FaultVerb {
  /// Brings the fault about; its records carry this id.
  func lay(on meter: Meter, as id: String) -> any LaidFault
}

extension MeterFaultVerb {
  /// Brings the fault about in the bench.
  public func lay(on targets: FaultTargets, as id: String) -> any LaidFault {
    lay(on: targets.meter, as: id)
  }
}

extension InstalledRule: LaidFault {}
extension FrameAlteration: LaidFault {}
