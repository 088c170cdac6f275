// Which meter a device is, by what it advertises.

import CoreBluetooth
import SharedProtocols

/// What an advertisement tells about a meter.
public struct MeterCapabilities: Sendable, Hashable {
  /// The model, or nil while that is uncertain. A UM meter with a name that tells nothing stays so
  /// until its first frame's model id.
  public var model: MeterModel?
  /// Whether the manufacturer data carries RDTech's number: a hint, which alone proves nothing.
  public var hasManufacturerHint: Bool

  /// The services that the app scans for and no others.
  public static let scannedServices = MeterProfile.documented.advertisedServices
    .map { CBUUID(string: $0.shortForm) }

  /// Reads an advertisement. The name and the service must agree: the service alone cannot tell
  /// the UM models apart, and a name can be anyone's.
  public init(name: String?, services: [CBUUID], manufacturerData: Data? = nil) {
    let named = name.flatMap(Self.model(named:))
    let families = Set(services.compactMap(Family.init))
    switch (families.count, families.first) {
    case (0, _) where services.isEmpty: model = named
    case (1, .um): model = named == .tc66c ? nil : named
    case (1, .tc66c): model = named == nil || named == .tc66c ? .tc66c : nil
    default: model = nil
    }
    hasManufacturerHint = manufacturerData.map(Self.isFromRDTech) ?? false
  }

  /// The model whose name is in `name`.
  private static func model(named name: String) -> MeterModel? {
    let found = [
      ("UM24C", MeterModel.um24c), ("UM25C", .um25c), ("UM34C", .um34c), ("TC66", .tc66c),
    ]
    .filter { name.uppercased().contains($0.0) }
    return found.count == 1 ? found[0].1 : nil
  }

  /// The company number leads the manufacturer data, least byte first.
  private static func isFromRDTech(_ data: Data) -> Bool {
    data.count >= 2
      && UInt16(data[data.startIndex]) | UInt16(data[data.startIndex + 1]) << 8
        == MeterProfile.companyID
  }

  /// What a service can tell: the kind of meter, not the model.
  private enum Family {
    case um, tc66c

    init?(_ service: CBUUID) {
      switch service {
      case CBUUID(string: BluetoothUUID.documentedUMService.shortForm): self = .um
      case CBUUID(string: BluetoothUUID.heartRateService.shortForm): self = .tc66c
      default: return nil
      }
    }
  }
}
