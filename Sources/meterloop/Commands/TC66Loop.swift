// The C loop that a TC66C's codec is measured beside.

import CNettle
import SharedProtocols

/// The same frames through AES and checksums in C, and nothing else.
final class TC66Loop {
  private let loop = UnsafeMutablePointer<tc66_loop>.allocate(capacity: 1)
  private let plain: [UInt8]
  private let encrypted: [UInt8]

  /// A loop over 16 frames. That it makes of them what the codec makes is checked here, once.
  init(_ frames: [TC66Frame]) throws {
    plain = try frames.flatMap { try $0.encodedPlain() }
    encrypted = try frames.flatMap { try $0.encoded() }
    loop.initialize(to: tc66_loop())
    tc66_loop_prepare(loop, TC66Frame.key)
    let sum = frames.indices.reduce(0) { $0 + UInt64(encrypted[$1 * TC66Frame.byteCount + 3]) }
    let rounds = UInt64(frames.count)
    precondition(tc66_loop_encode(loop, plain, rounds) == sum, "the C loop encrypts otherwise")
    precondition(
      tc66_loop_decode(loop, encrypted, rounds) == 3 * rounds, "the C loop's sums differ")
  }

  deinit { loop.deallocate() }

  /// Encodes so many frames.
  func encode(_ count: Int) { tally = tc66_loop_encode(loop, plain, UInt64(count)) }

  /// Decodes so many.
  func decode(_ count: Int) { tally = tc66_loop_decode(loop, encrypted, UInt64(count)) }

  /// What came out; kept, or the optimiser would leave the work out.
  private(set) var tally: UInt64 = 0
}
