// Which attribute a handle stands for, learned from what a server answered to discoveries.

import SharedProtocols

/// The attributes of one server, as far as they were seen.
final class AttributeMap {
  private static let characteristicDeclaration: UInt16 = 0x2803
  private static let clientConfiguration: UInt16 = 0x2902
  private static let clientSupportedFeatures = BluetoothUUID(0x2B29)
  /// What hosts read and write for themselves: the characteristics of GAP and GATT.
  private static let upkeep: Set<UInt16> = [
    0x2A00, 0x2A01, 0x2A04, 0x2A05, 0x2AA6, 0x2B29, 0x2B2A, 0x2B3A,
  ]

  /// What a characteristic's declaration says; a long UUID is not kept.
  private struct Characteristic {
    let uuid: BluetoothUUID?
    let notifiesOrIndicates: Bool
  }

  /// By the handle of the value.
  private var characteristics: [UInt16: Characteristic] = [:]
  private var descriptors: [UInt16: UInt16] = [:]

  /// Learns from a response to Read By Type (characteristics) or Find Information (descriptors).
  func learn(request: [UInt8], response: [UInt8]) {
    guard response.count > 2 else { return }
    switch response[0] {
    case ATT.readByTypeResponse:
      guard request.count == 7, request.uint16(at: 5) == Self.characteristicDeclaration
      else { return }
      for entry in entries(response, bytes: Int(response[1])) {
        guard let value = entry.uint16(at: 3) else { continue }
        let properties = entry[entry.startIndex + 2]
        characteristics[value] = Characteristic(
          uuid: entry.count == 7 ? entry.uint16(at: 5).map { BluetoothUUID($0) } : nil,
          notifiesOrIndicates: properties & 0x30 != 0)
      }
    case ATT.findInformationResponse where response[1] == 1:
      for entry in entries(response, bytes: 4) {
        guard let handle = entry.uint16(at: 0), let uuid = entry.uint16(at: 2) else { continue }
        descriptors[handle] = uuid
      }
    default: break
    }
  }

  private func entries(_ response: [UInt8], bytes: Int) -> [ArraySlice<UInt8>] {
    guard bytes > 0 else { return [] }
    return stride(from: 2, through: response.count - bytes, by: bytes).map {
      response[$0..<($0 + bytes)]
    }
  }

  /// Whether the handle is the value of Client Supported Features.
  func isClientSupportedFeatures(_ handle: UInt16) -> Bool {
    characteristics[handle]?.uuid == Self.clientSupportedFeatures
  }

  /// Whether the handle is a Client Characteristic Configuration. One that was not discovered
  /// counts too, behind a value that notifies: BlueZ does not ask where there is room for nothing
  /// else.
  func isClientConfiguration(_ handle: UInt16) -> Bool {
    if let descriptor = descriptors[handle] { return descriptor == Self.clientConfiguration }
    guard let value = value(of: handle), value != handle else { return false }
    return characteristics[value]?.notifiesOrIndicates ?? false
  }

  /// The characteristic that a value or a descriptor belongs to; nil where it is not known or its
  /// UUID is a long one.
  func characteristic(of handle: UInt16) -> BluetoothUUID? {
    value(of: handle).flatMap { characteristics[$0]?.uuid }
  }

  /// The handle of a characteristic's value, the lowest where there are several; nil while it is not
  /// known.
  func valueHandle(of uuid: BluetoothUUID) -> UInt16? {
    characteristics.filter { $0.value.uuid == uuid }.keys.min()
  }

  private func value(of handle: UInt16) -> UInt16? {
    characteristics.keys.filter { $0 <= handle }.max()
  }

  /// Whether the handle belongs to what hosts read and write for themselves.
  func isUpkeep(_ handle: UInt16) -> Bool {
    characteristic(of: handle).map { Self.upkeep.contains($0.value) } ?? false
  }
}
