// How a peripheral can be made to advertise otherwise than it does.

import SharedProtocols

/// A difference in what a radio advertises.
public enum AdvertisingChange: Sendable, Equatable {
  /// No name anywhere.
  case withoutName
  /// The name is in the scan response alone.
  case nameInScanResponse
  /// Another name, in the advertisement where it has room, else in the scan response; what has no
  /// room there either is cut off, and the rest a shortened name.
  case named(String)
  /// No list of services anywhere.
  case withoutServices
  /// Other manufacturer data: the company, and what follows it.
  case manufacturer(company: UInt16, data: [UInt8])
  /// These flags (Assigned Numbers 2.3, Core specification supplement Part A 1.3).
  case flags(UInt8)
  /// These bytes, 31 at most, whether or not they make sense; nil for those that there are.
  case raw(advertisement: [UInt8]?, scanResponse: [UInt8]?)
  /// Another kind of advertising.
  case type(AdvertisingType)
  /// So long from one advertisement to the next.
  case interval(milliseconds: Int)
  /// Another address.
  case address(BluetoothAddress, isRandom: Bool)
  /// Heard so strong, in dBm.
  case strength(Int8)
  /// Nothing is advertised.
  case silence
}

/// What a radio shows, whole.
struct ShownAppearance: Equatable {
  var type: AdvertisingType
  var intervalMilliseconds: Int
  var address: RadioAddress?
  var advertisement: [UInt8]
  var scanResponse: [UInt8]
  var rssi: Int8
  var isSilent = false

  mutating func apply(_ change: AdvertisingChange) {
    switch change {
    case .withoutName: edit { $0.remove(where: AdvertisingStructures.isName) }
    case .nameInScanResponse: moveName()
    case .named(let name): rename(Array(name.utf8))
    case .withoutServices:
      edit { $0.remove(where: AdvertisingStructures.Kind.serviceLists.contains) }
    case .manufacturer(let company, let data): setManufacturer(company.littleEndian2 + data)
    case .flags(let flags): setFlags(flags)
    case .raw(let advertisement, let scanResponse):
      self.advertisement = advertisement ?? self.advertisement
      self.scanResponse = scanResponse ?? self.scanResponse
    case .type(let type): self.type = type
    case .interval(let milliseconds): intervalMilliseconds = milliseconds
    case .address(let address, let isRandom):
      self.address = RadioAddress(address, isRandom: isRandom)
    case .strength(let rssi): self.rssi = rssi
    case .silence: isSilent = true
    }
  }

  private mutating func edit(_ change: (inout AdvertisingStructures) -> Void) {
    var first = AdvertisingStructures(advertisement)
    var second = AdvertisingStructures(scanResponse)
    change(&first)
    change(&second)
    (advertisement, scanResponse) = (first.bytes, second.bytes)
  }

  private mutating func moveName() {
    var first = AdvertisingStructures(advertisement)
    guard let name = first.name else { return }
    first.remove(where: AdvertisingStructures.isName)
    advertisement = first.bytes
    scanResponse = Self.adding(name, to: scanResponse)
  }

  private mutating func rename(_ name: [UInt8]) {
    edit { $0.remove(where: AdvertisingStructures.isName) }
    if AdvertisingStructures(advertisement).room >= name.count {
      advertisement = Self.adding(name, to: advertisement)
    } else {
      scanResponse = Self.adding(name, to: scanResponse)
    }
  }

  /// Data with a name behind it, cut to what has room.
  private static func adding(_ name: [UInt8], to bytes: [UInt8]) -> [UInt8] {
    typealias Kind = AdvertisingStructures.Kind
    var structures = AdvertisingStructures(bytes)
    structures.remove(where: AdvertisingStructures.isName)
    let room = max(structures.room, 0)
    structures.structures.append(
      (name.count > room ? Kind.shortenedName : Kind.completeName, Array(name.prefix(room))))
    return Array(structures.bytes.prefix(AdvertisingStructures.longestByteCount))
  }

  private mutating func setManufacturer(_ data: [UInt8]) {
    let kind = AdvertisingStructures.Kind.manufacturerData
    edit { $0.remove { $0 == kind } }
    var first = AdvertisingStructures(advertisement)
    var second = AdvertisingStructures(scanResponse)
    if first.room >= data.count {
      first.structures.append((kind, data))
    } else {
      second.structures.append((kind, Array(data.prefix(max(second.room, 0)))))
    }
    (advertisement, scanResponse) = (first.bytes, second.bytes)
  }

  private mutating func setFlags(_ flags: UInt8) {
    let kind = AdvertisingStructures.Kind.flags
    var first = AdvertisingStructures(advertisement)
    if let place = first.structures.firstIndex(where: { $0.type == kind }) {
      first.structures[place].data = [flags]
    } else {
      first.structures.insert((kind, [flags]), at: 0)
    }
    advertisement = first.bytes
  }
}
