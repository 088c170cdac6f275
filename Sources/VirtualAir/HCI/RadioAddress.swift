// An address as the radio carries it: with its type.

import SharedProtocols

/// A device address and whether it is a random one.
struct RadioAddress: Hashable {
  var address: BluetoothAddress
  var isRandom: Bool

  init(_ address: BluetoothAddress, isRandom: Bool) {
    self.address = address
    self.isRandom = isRandom
  }

  /// From seven bytes of a command: type (0 public, 1 random), then the address.
  init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 7, let type = bytes.first,
      let address = BluetoothAddress(littleEndian: bytes.dropFirst())
    else { return nil }
    self.init(address, isRandom: type & 1 == 1)
  }

  /// The seven bytes of an event.
  var bytes: [UInt8] { [isRandom ? 1 : 0] + address.littleEndian }
}
