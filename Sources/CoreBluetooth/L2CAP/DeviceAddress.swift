// Addresses as the kernel's sockets have them.

import BlueZ

/// A device's address and what kind of address it is.
struct DeviceAddress: Equatable, Sendable {
  /// Least significant byte first.
  let bytes: [UInt8]
  /// 1 for a public address, 2 for a random one, as the kernel's sockets number them.
  let type: UInt8

  init(bytes: [UInt8], type: UInt8) {
    self.bytes = bytes
    self.type = type
  }

  /// From D-Bus's texts, `00:AA:01:00:00:42` and `public` or `random`; nil if it is no address.
  init?(_ text: String, type: String?) {
    let bytes = text.split(separator: ":").compactMap { UInt8($0, radix: 16) }
    guard bytes.count == 6 else { return nil }
    self.bytes = bytes.reversed()
    self.type = type == "random" ? 2 : 1
  }

  /// As D-Bus writes it.
  var text: String {
    bytes.reversed().map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "0" + digits : digits
    }.joined(separator: ":")
  }
}
