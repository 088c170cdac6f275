// The TC66C's encryption. Its key is the same in every meter and has long been public, so it hides
// nothing; it is part of the format.

import CNettle

/// AES-256 in ECB mode with the meters' key, by nettle. A frame is twelve blocks without padding.
struct TC66Cipher: @unchecked Sendable {
  typealias Frame = InlineArray<192, UInt8>

  /// The cipher of all TC66C.
  static let shared = TC66Cipher()

  // The schedules are written once, before anyone else sees them, and live as long as the process.
  private let encryption: UnsafePointer<aes256_ctx>
  private let decryption: UnsafePointer<aes256_ctx>

  /// The key of all meters, 32 bytes. Found by the authors of the first open clients; checked on a
  /// captured frame.
  private static let key: [UInt8] = [
    0x58, 0x21, 0xFA, 0x56, 0x01, 0xB2, 0xF0, 0x26, 0x87, 0xFF, 0x12, 0x04, 0x62, 0x2A, 0x4F, 0xB0,
    0x86, 0xF4, 0x02, 0x60, 0x81, 0x6F, 0x9A, 0x0B, 0xA7, 0xF1, 0x06, 0x61, 0x9A, 0xB8, 0x72, 0x88,
  ]

  private init() {
    func schedule(
      _ expand: (UnsafeMutablePointer<aes256_ctx>, UnsafePointer<UInt8>) -> Void
    ) -> UnsafePointer<aes256_ctx> {
      let schedule = UnsafeMutablePointer<aes256_ctx>.allocate(capacity: 1)
      schedule.initialize(to: aes256_ctx())
      Self.key.withUnsafeBufferPointer { key in
        if let start = key.baseAddress { expand(schedule, start) }
      }
      return UnsafePointer(schedule)
    }
    encryption = schedule { nettle_aes256_set_encrypt_key($0, $1) }
    decryption = schedule { nettle_aes256_set_decrypt_key($0, $1) }
  }

  /// Turns the plain frame into what goes over the air, in place.
  @inline(__always)
  func encrypt(_ frame: inout Frame) {
    var span = frame.mutableSpan
    span.withUnsafeMutableBufferPointer {
      nettle_aes256_encrypt(encryption, $0.count, $0.baseAddress, $0.baseAddress)
    }
  }

  /// Turns what came over the air into the plain frame, in place.
  @inline(__always)
  func decrypt(_ frame: inout Frame) {
    var span = frame.mutableSpan
    span.withUnsafeMutableBufferPointer {
      nettle_aes256_decrypt(decryption, $0.count, $0.baseAddress, $0.baseAddress)
    }
  }

  /// The same frame under another key of 32 bytes, for a meter that is not as all others are.
  static func encrypt(_ frame: inout Frame, key: [UInt8]) {
    precondition(key.count == Int(AES256_KEY_SIZE), "an AES-256 key has 32 bytes")
    var schedule = aes256_ctx()
    nettle_aes256_set_encrypt_key(&schedule, key)
    var span = frame.mutableSpan
    span.withUnsafeMutableBufferPointer {
      nettle_aes256_encrypt(&schedule, $0.count, $0.baseAddress, $0.baseAddress)
    }
  }
}
