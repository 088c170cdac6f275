// Packets out of streams, and frames out of packets.

import Testing

@testable import VirtualAir

@Suite struct FramingTests {
  @Test func aStreamIsCutIntoPacketsWhereverItBreaks() throws {
    let packets: [[UInt8]] = [
      [0x04, 0x0E, 0x04, 1, 0x03, 0x0C, 0], [0x01, 0x03, 0x0C, 0x00],
      [0x02, 0x40, 0x20, 0x03, 0x00, 1, 2, 3],
    ]
    let stream = packets.flatMap { $0 }
    for cut in 0...stream.count {
      var framer = H4Framer()
      let found = try framer.take(stream[..<cut]) + framer.take(stream[cut...])
      #expect(found == packets)
    }
  }

  @Test func whatCameBeforeItIsNotLost() throws {
    let command: [UInt8] = [0x01, 0x03, 0x0C, 0x00]
    var framer = H4Framer()
    #expect(try framer.take(command + [0x77, 0]) == [command])
    #expect(throws: H4Error(unknownKind: 0x77)) { try framer.take([]) }
  }

  @Test func aStreamThatIsNoH4IsAnError() {
    var framer = H4Framer()
    #expect(throws: H4Error(unknownKind: 0x77)) { try framer.take([0x77, 0, 0]) }
  }

  @Test func aFrameIsWholeWithItsLastPiece() {
    var reassembly = L2CAPReassembly()
    let first = ACLPacket(handle: 1, boundary: 0, payload: [5, 0, 4])
    let second = ACLPacket(handle: 1, boundary: 1, payload: [0, 1, 2, 3])
    let third = ACLPacket(handle: 1, boundary: 1, payload: [4, 5])
    let early = [reassembly.take(first), reassembly.take(second)]
    #expect(early.allSatisfy { $0 == nil })
    let frame = reassembly.take(third)
    #expect(frame?.channel == 4)
    #expect(frame?.payload == [1, 2, 3, 4, 5])
    #expect(frame?.packets.count == 3)
  }

  @Test func aContinuationOfNothingIsThrownAway() {
    var reassembly = L2CAPReassembly()
    let stray = reassembly.take(ACLPacket(handle: 1, boundary: 1, payload: [1, 0, 4, 0, 9]))
    #expect(stray == nil)
  }

  @Test(
    arguments: [
      ([0x02, 0x17, 0x00], [0x01, 0x02, 0, 0, 0x06]),
      ([0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28], [0x01, 0x10, 0x01, 0x00, 0x06]),
      ([0x18, 0x01], [0x01, 0x18, 0, 0, 0x06]),
    ] as [([UInt8], [UInt8])])
  func anErrorResponseNamesItsRequest(request: [UInt8], response: [UInt8]) {
    #expect(ATT.error(0x06, to: request) == response)
    #expect(ATT.answered(by: response) == request[0])
  }

  @Test func notificationsAnswerNothing() {
    #expect(ATT.answered(by: [0x1B, 0x11, 0, 1]) == nil)
    #expect(ATT.answered(by: [0x23, 0x11, 0, 1]) == nil)
    #expect(ATT.answered(by: [0x13]) == 0x12)
  }
}
