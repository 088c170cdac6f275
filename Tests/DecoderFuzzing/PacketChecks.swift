// What the air reads of hosts and controllers: advertising data, HCI packets, and the attribute
// protocol. The last two go on into an air, which must take whatever a host sends.

import AirTestSupport
import FrameFuzzing

@testable import VirtualAir

extension DecoderCheck {
  static let advertising = DecoderCheck(
    name: "advertising",
    summary: "advertising data: what is taken apart, put together, is what it was",
    seeds: {
      [
        [2, 1, 6, 3, 3, 0xF0, 0xFF, 10, 9] + Array("UM25C-7F3A".utf8.prefix(9)),
        [2, 1, 6, 0x1E, 9, 0x55], [5, 0xFF, 0x49, 0x54, 1, 2], [0, 0, 0], [1, 9],
      ]
    },
    check: { bytes in
      let parsed = AdvertisingStructures(bytes)
      let again = parsed.bytes
      try promise(bytes.starts(with: again), "the structures are not what the data begins with")
      let rest = bytes.dropFirst(again.count)
      try promise(
        rest.isEmpty || rest.first == 0 || rest.count <= Int(rest.first ?? 0),
        "a whole structure was left")
      try promise(AdvertisingStructures(again) == parsed, "taking it apart again differs")
      var nameless = parsed
      nameless.remove(where: AdvertisingStructures.isName)
      try promise(nameless.name == nil, "the name is still there")
    })

  static let hci = DecoderCheck(
    name: "hci",
    summary:
      "H4 and HCI: packets are the same however the stream is cut, and no host stops the air",
    seeds: {
      let connect =
        [UInt8]([0x01, 0x0D, 0x20, 25, 0x60, 0, 0x60, 0, 0, 0])
        + AirBench.address(1) + [0, 0x18, 0, 0x28, 0, 0, 0, 0x2A, 0, 0, 0, 0, 0]
      return [
        [3, 0x01, 0x03, 0x0C, 0x00], [0, 0x04, 0x0E, 4, 1, 0x03, 0x0C, 0],
        [5] + connect + AirBench.acl(1, boundary: 2, AirBench.attribute([0x02, 0x17, 0])),
        [1, 0x01, 0x0C, 0x20, 2, 1, 0, 0x05, 0, 0, 4, 0, 1, 2, 3, 4],
        [2, 0x01, 0x08, 0x20, 32] + [UInt8](repeating: 9, count: 32),
      ]
    },
    check: { bytes in
      guard let cut = bytes.first else { return }
      let stream = bytes.dropFirst()
      let packets = framed([stream])
      let first = stream.prefix(Int(cut)), second = stream.dropFirst(Int(cut))
      try promise(framed([first, second]).packets == packets.packets, "another cut, other packets")
      try promise(stream.starts(with: packets.packets.joined()), "packets are not what came")
      let bench = AirBench()
      defer { bench.scheduler.forgetAll() }
      _ = bench.connect(0, 1)
      for packet in packets.packets {
        if let command = HCICommand(packet) {
          try promise(
            HCICommand.packet(command.code, command.parameters) == packet,
            "a command is written otherwise")
        }
        if let data = ACLPacket(packet) {
          let received = data.received(handle: data.handle)
          try promise(
            ACLPacket(received)?.payload == data.payload, "an ACL packet arrives otherwise")
        }
        bench.air.adapters[0].fromHost(packet)
        bench.air.adapters[1].fromController(packet)
        bench.scheduler.advance(by: .milliseconds(20))
      }
    })

  static let att = DecoderCheck(
    name: "att",
    summary:
      "the attribute protocol: no PDU of either side stops the air, and answers fit requests",
    seeds: {
      func step(_ kind: UInt8, _ pdu: [UInt8]) -> [UInt8] { [kind | UInt8(pdu.count) << 2] + pdu }
      return [
        step(0, [0x02, 0x17, 0]) + step(1, [0x03, 0x17, 0]),
        step(0, [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28])
          + step(1, [0x09, 7, 7, 0, 0x0A, 8, 0, 0x29, 0x2B, 0x10, 0, 0x12, 0x11, 0, 0xF1, 0xFF]),
        step(0, [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28]) + step(1, [0x11, 6, 1, 0, 5, 0, 0xF0, 0xFF]),
        step(0, [0x04, 0x12, 0, 0x12, 0]) + step(1, [0x05, 1, 0x12, 0, 0x02, 0x29]),
        step(0, [0x12, 0x12, 0, 1, 0]) + step(1, [0x13]) + step(1, [0x1B, 0x11, 0, 9, 0xC9]),
        step(1, [0x23, 0x11, 0, 2, 0, 1, 2]), step(0, [0x52, 0x11, 0, 0xF0]),
        step(2, AirBench.attribute([0x0A, 3, 0])), step(3, [9, 0, 4, 0, 0x1B]),
      ]
    },
    check: { bytes in
      try promise(
        ATT.answered(by: ATT.error(0x0A, to: bytes)) == bytes.first ?? 0, "an error's request")
      let noted = ATT.notified(bytes)
      try promise(noted.reduce(0) { $0 + $1.value.count } <= bytes.count, "more than there is")
      let bench = AirBench()
      defer { bench.scheduler.forgetAll() }
      let handles = bench.connect(0, 1)
      bench.discover(0, 1, handles)
      var rest = bytes[...]
      while let head = rest.popFirst() {
        let side = Int(head & 1)
        let handle = side == 0 ? handles.central : handles.peripheral
        let pdu = Array(rest.prefix(Int(head >> 2)))
        rest = rest.dropFirst(pdu.count)
        if head & 2 == 0 {
          bench.send(side, handle, pdu)
        } else {
          // The L2CAP frame, its length and channel too, is the input's.
          bench.air.adapters[side].fromHost(AirBench.acl(handle, boundary: head >> 2 & 3, pdu))
        }
        bench.scheduler.advance(by: .milliseconds(5))
      }
    })

  /// The packets of a stream that comes in these pieces, and whether it ended as no H4.
  private static func framed(
    _ pieces: [ArraySlice<UInt8>]
  ) -> (packets: [[UInt8]], isBroken: Bool) {
    var framer = H4Framer()
    var packets: [[UInt8]] = []
    for piece in pieces {
      do throws(H4Error) { packets += try framer.take(piece) } catch { return (packets, true) }
    }
    return (packets, false)
  }
}
