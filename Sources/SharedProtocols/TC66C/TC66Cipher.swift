// The TC66C's encryption. Its key is the same in every meter and has long been public, so it hides
// nothing; it is part of the format.

import CNettle

/// AES-256 in ECB mode with the meters' key, by nettle. A frame is twelve blocks without padding.
struct TC66Cipher: @unchecked Sendable {
  /// The cipher of all TC66C.
  static let shared = TC66Cipher()

  // The schedules are written once, before anyone else sees them, and live as long as the process.
  private let encryption: UnsafePointer<aes256_ctx>
  private let decryption: UnsafePointer<aes256_ctx>

  private init() {
    func schedule(
      _ expand: (UnsafeMutablePointer<aes256_ctx>, UnsafePointer<UInt8>) -> Void
    ) -> UnsafePointer<aes256_ctx> {
      let schedule = UnsafeMutablePointer<aes256_ctx>.allocate(capacity: 1)
      schedule.initialize(to: aes256_ctx())
      TC66Frame.key.withUnsafeBufferPointer { key in
        if let start = key.baseAddress { expand(schedule, start) }
      }
      return UnsafePointer(schedule)
    }
    encryption = schedule { nettle_aes256_set_encrypt_key($0, $1) }
    decryption = schedule { nettle_aes256_set_decrypt_key($0, $1) }
  }

  /// Writes what goes over the air for a plain frame of 192 bytes; both may be the same place.
  @inline(__always)
  func encrypt(_ plain: UnsafeRawBufferPointer, into encrypted: UnsafeMutableRawBufferPointer) {
    Self.run(plain, encrypted) { nettle_aes256_encrypt(encryption, $0, $1, $2) }
  }

  /// Writes the plain frame for what came over the air, 192 bytes; both may be the same place.
  @inline(__always)
  func decrypt(_ encrypted: UnsafeRawBufferPointer, into plain: UnsafeMutableRawBufferPointer) {
    Self.run(encrypted, plain) { nettle_aes256_decrypt(decryption, $0, $1, $2) }
  }

  @inline(__always)
  private static func run(
    _ source: UnsafeRawBufferPointer, _ target: UnsafeMutableRawBufferPointer,
    _ cipher: (Int, UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>) -> Void
  ) {
    let count = TC66Frame.byteCount
    precondition(source.count == count && target.count == count, "a frame has another length")
    guard let from = source.baseAddress, let to = target.baseAddress else { return }
    cipher(
      count, to.assumingMemoryBound(to: UInt8.self), from.assumingMemoryBound(to: UInt8.self))
  }

  /// The plain frame's 192 bytes under another key of 32 bytes, for a meter that is not as all others.
  static func encrypted(_ plain: [UInt8], key: [UInt8]) -> [UInt8] {
    precondition(key.count == Int(AES256_KEY_SIZE), "an AES-256 key has 32 bytes")
    precondition(plain.count == TC66Frame.byteCount, "a frame has another length")
    var schedule = aes256_ctx()
    nettle_aes256_set_encrypt_key(&schedule, key)
    var encrypted = plain
    nettle_aes256_encrypt(&schedule, plain.count, &encrypted, plain)
    return encrypted
  }
}
