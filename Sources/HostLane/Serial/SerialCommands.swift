// The TC66C's USB commands in a stream of bytes.

import SharedProtocols

/// Cuts what comes over the line into commands. Each is a word; CR LF may follow, and what is no word
/// is dropped byte by byte until one begins.
struct SerialCommands {
  private var pending: [UInt8] = []
  private static let words = TC66Command.commands(over: .usb).map { Array($0.rawValue.utf8) }

  /// The words that these bytes complete.
  mutating func take(_ bytes: [UInt8]) -> [[UInt8]] {
    pending += bytes
    var found: [[UInt8]] = []
    while !pending.isEmpty {
      if let word = Self.words.first(where: { pending.starts(with: $0) }) {
        found.append(word)
        pending.removeFirst(word.count)
      } else if Self.words.contains(where: { $0.starts(with: pending) }) {
        return found
      } else {
        pending.removeFirst()
      }
    }
    return found
  }

  /// Forgets half a word: whoever began it has gone.
  mutating func reset() { pending = [] }
}
