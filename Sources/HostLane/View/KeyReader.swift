// Keys out of what a terminal sends.

/// Passes on keys that are one byte. Arrows, function keys and those with Alt are several, which
/// begin with an escape (ECMA-48, 5.4: CSI and a final byte from @ to ~; xterm also has SS3 and one
/// byte): letters within such a sequence are no keys.
struct KeyReader {
  private enum Place { case between, escape, control, single }
  private var place = Place.between

  /// The keys in the next bytes.
  mutating func take(_ bytes: [UInt8]) -> [UInt8] {
    var keys: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      switch (place, byte) {
      case (_, 0x1B): place = .escape
      case (.escape, UInt8(ascii: "[")): place = .control
      case (.escape, UInt8(ascii: "O")): place = .single
      case (.escape, _):
        place = .between
        // What comes later by itself was not pressed with Alt: the escape was a key of its own.
        if index == 0 { keys.append(byte) }
      case (.control, 0x40...0x7E), (.single, _): place = .between
      case (.control, _): break
      case (.between, _): keys.append(byte)
      }
    }
    return keys
  }
}
