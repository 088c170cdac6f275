// Which meter a device is, by what it advertises.
//
// The rule for the whole app, in one place: a name and the services must agree, or the model is
// unknown. Where they leave it open, the device's first frame settles it. A frame never overrules a
// name: if a name claims a model and a frame is another's, the frame is rejected and the meter is
// unknown, until a frame agrees with the name again. The reason: a UM24C's frame and a UM25C's
// differ by one word and mean ten times the voltage, so reading on would be a guess.

import CoreBluetooth
import SharedProtocols

/// What an advertisement tells about a meter.
public struct MeterCapabilities: Sendable, Hashable {
  /// The model, or nil while that is uncertain.
  public var model: MeterModel?
  /// The model that the name claims, whether or not the services agree; nil for a name that claims
  /// none, such as that of a bare radio module.
  public let claim: MeterModel?
  /// Whether the manufacturer data carries RDTech's number: a hint, which alone proves nothing.
  public let hasManufacturerHint: Bool
  /// The kinds of device that the advertised services make it; none while no known one was seen.
  public let kinds: Set<DeviceKind>

  /// Reads an advertisement. The name and the service must agree: a service alone cannot tell the UM
  /// models apart, and a name can be anyone's.
  public init(name: String?, services: [CBUUID], manufacturerData: Data? = nil) {
    claim = name.flatMap(Self.claim)
    kinds = Set(services.compactMap(DeviceKind.init))
    switch (kinds.count, kinds.first) {
    case (0, _) where services.isEmpty: model = claim
    case (1, .documentedUM): model = claim == .tc66c ? nil : claim
    case (1, .documentedTC66C): model = claim == nil || claim == .tc66c ? .tc66c : nil
    // The serial bridge is in countless devices: only a meter's own whole name tells anything.
    case (1, .serial): model = name.flatMap { Self.factoryNames[$0] }
    default: model = nil
    }
    hasManufacturerHint = manufacturerData.map(Self.isFromRDTech) ?? false
  }

  /// Whether it is to be offered to the user: its services are of one kind of meter, or they are not
  /// known yet and its name is a meter's.
  public var hasMeterProfile: Bool { kinds.isEmpty ? model != nil : kinds.count == 1 }

  /// The services to scan for, and no others. Meters as documented are always among what is looked
  /// for.
  public static func scannedServices(for profile: MeterProfile) -> [CBUUID] {
    let documented = MeterProfile.documented.advertisedServices
    let all = profile == .documented ? documented : documented + profile.advertisedServices
    return all.map(CBUUID.init)
  }

  /// The names of meters on sale, which have no suffix. `BT24-M`, which newer TC66C advertise, is not
  /// among them: it is the radio module's own name, and other devices have the module too.
  private static let factoryNames: [String: MeterModel] = [
    "UM24C": .um24c, "UM25C": .um25c, "UM34C": .um34c, "TC66C": .tc66c, "TC66": .tc66c,
    "PW0316": .tc66c,
  ]

  /// The one model that `name` speaks of.
  private static func claim(of name: String) -> MeterModel? {
    if let whole = factoryNames[name] { return whole }
    let parts = [
      ("UM24C", MeterModel.um24c), ("UM25C", .um25c), ("UM34C", .um34c), ("TC66", .tc66c),
    ]
    let found = parts.filter { name.uppercased().contains($0.0) }
    return found.count == 1 ? found[0].1 : nil
  }

  /// The company number leads the manufacturer data, least byte first.
  private static func isFromRDTech(_ data: Data) -> Bool {
    data.count >= 2
      && UInt16(data[data.startIndex]) | UInt16(data[data.startIndex + 1]) << 8
        == MeterProfile.companyID
  }

  /// What a service can tell: the kind of meter, not the model.
  public enum DeviceKind: Sendable, Hashable {
    /// FFF0, a UM as documented.
    case documentedUM
    /// 180D, a TC66C as documented.
    case documentedTC66C
    /// FFE0, a serial bridge: any meter on sale, or another device.
    case serial

    init?(_ service: CBUUID) {
      switch service {
      case CBUUID(.documentedUMService): self = .documentedUM
      case CBUUID(.heartRateService): self = .documentedTC66C
      case CBUUID(.serialService), CBUUID(.olderSerialWriteService): self = .serial
      default: return nil
      }
    }
  }
}

extension CBUUID {
  /// The UUID as Core Bluetooth has it.
  convenience init(_ uuid: BluetoothUUID) { self.init(string: uuid.shortForm) }
}
