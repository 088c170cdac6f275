// The TC66C's checksum, eight bytes at a time, against its definition bit by bit.

import Records
import Testing

@testable import SharedProtocols

@Suite struct CRC16Tests {
  private func definition(_ bytes: some Sequence<UInt8>) -> UInt16 {
    bytes.reduce(0xFFFF) { sum, byte in
      (0..<8).reduce(sum ^ UInt16(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1
      }
    }
  }

  @Test func theCheckValueIsThePublishedOne() {
    #expect(definition("123456789".utf8) == 0x4B37)
  }

  @Test(arguments: Array(stride(from: 0, through: 64, by: 4)))
  func eightAtATimeComeToTheSame(_ count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let bytes = (0..<192).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let sums = bytes.withUnsafeBytes { CRC16.modbus($0, blocksApart: 64, over: count) }
    for block in 0..<3 {
      #expect(sums[block] == definition(bytes[64 * block..<64 * block + count]), "\(block)")
    }
  }
}
