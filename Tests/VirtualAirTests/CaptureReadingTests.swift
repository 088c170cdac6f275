// Captures are read back packet by packet, their notifications become frames, and no bytes trap.

import Glibc
import Records
import SharedProtocols
import Testing

@testable import VirtualAir

@Suite struct CaptureReadingTests {
  private let um = (0..<130).map { UInt8($0) }.replacing(head: [0x09, 0xC9])
  private let tc66 = (0..<192).map { UInt8($0) }.replacing(head: [0x55, 0x66])

  /// A capture of the monitor's kind with these packets, as they are written.
  private func capture(_ packets: [CapturedPacket]) throws -> [UInt8] {
    var template = Array("/tmp/meterloop-reading-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { unlink(path) }
    let writer = try BTSnoopWriter(path: path)
    for packet in packets {
      writer.packet(
        packet.bytes, adapter: packet.adapter, fromHost: packet.fromHost, at: packet.time)
    }
    writer.flush()
    var content = [UInt8](repeating: 0, count: 1 << 20)
    let count = pread(descriptor, &content, content.count, 0)
    return Array(content.prefix(count))
  }

  private func packets(in bytes: [UInt8]) throws -> [CapturedPacket] {
    var reader = try BTSnoopReader(bytes)
    var found: [CapturedPacket] = []
    while let packet = try reader.next() { found.append(packet) }
    return found
  }

  /// A notification of an attribute in one ACL packet, as its receiver's host gets it.
  private func notification(
    _ value: some Sequence<UInt8>, of attribute: UInt16 = 0x17, at milliseconds: Int64,
    adapter: Int = 0, fromHost: Bool = false, opcode: UInt8 = 0x1B
  ) -> CapturedPacket {
    let pdu = [opcode] + attribute.littleEndian2 + Array(value)
    let frame = UInt16(pdu.count).littleEndian2 + [4, 0] + pdu
    return CapturedPacket(
      time: VirtualTime(nanoseconds: milliseconds * 1_000_000), adapter: adapter,
      fromHost: fromHost,
      bytes: [0x02, 0x40, 0x20] + UInt16(frame.count).littleEndian2 + frame)
  }

  /// The bytes in pieces of 20, a piece every 21 ms.
  private func pieces(
    _ bytes: [UInt8], from start: Int64, adapter: Int = 0, fromHost: Bool = false
  ) -> [CapturedPacket] {
    stride(from: 0, to: bytes.count, by: 20).map { place in
      notification(
        bytes[place..<min(place + 20, bytes.count)], at: start + Int64(place / 20) * 21,
        adapter: adapter, fromHost: fromHost)
    }
  }

  private func frames(_ packets: [CapturedPacket]) -> [CapturedFrame] {
    var frames = CapturedFrames()
    for packet in packets { frames.take(packet) }
    return frames.frames
  }

  @Test func whatIsWrittenIsRead() throws {
    let written =
      [
        CapturedPacket(
          time: VirtualTime(nanoseconds: 1_500_000), adapter: 3, fromHost: true,
          bytes: [0x01, 0x03, 0x0C, 0x00]),
        CapturedPacket(
          time: VirtualTime(nanoseconds: 2_000_000), adapter: 1, fromHost: false,
          bytes: [0x04, 0x0E, 0x01, 0x05]),
      ] + pieces(um, from: 3, adapter: 1)
    #expect(try packets(in: capture(written)) == written)
  }

  @Test func androidsCapturesAreReadToo() throws {
    let head = BTSnoopReader.magic + [0, 0, 0, 1]
    let stamp: [UInt8] = [0x00, 0xDC, 0xDD, 0xB3, 0x0F, 0x2F, 0x80, 0x01]
    func record(_ flags: UInt8, _ data: [UInt8]) -> [UInt8] {
      let length: [UInt8] = [0, 0, 0, UInt8(data.count)]
      return length + length + [0, 0, 0, flags, 0, 0, 0, 0] + stamp + data
    }
    let uart = head + [0, 0, 0x03, 0xEA] + record(1, [0x04, 0x13, 0x00])
    #expect(
      try packets(in: uart) == [
        CapturedPacket(
          time: VirtualTime(nanoseconds: 1000), adapter: 0, fromHost: false,
          bytes: [0x04, 0x13, 0x00])
      ])
    let bare =
      head + [0, 0, 0x03, 0xE9] + record(2, [0x03, 0x0C, 0]) + record(3, [0x13, 0]) + record(1, [1])
    #expect(
      try packets(in: bare).map(\.bytes) == [[0x01, 0x03, 0x0C, 0], [0x04, 0x13, 0], [0x02, 1]])
    #expect(try packets(in: bare).map(\.fromHost) == [true, false, false])
  }

  @Test func whatIsNoCaptureIsExplained() throws {
    let good = try capture(pieces(um, from: 0))
    #expect(throws: BTSnoopError.notBTSnoop) { try BTSnoopReader([]) }
    #expect(throws: BTSnoopError.notBTSnoop) { try BTSnoopReader(Array(good.prefix(15))) }
    var other = good
    other[11] = 2
    #expect(throws: BTSnoopError.version(2)) { try BTSnoopReader(other) }
    other = good
    other[15] = 0
    #expect(throws: BTSnoopError.datalink(0x700)) { try BTSnoopReader(other) }
    for length in 17..<(16 + 24 + 31) {
      #expect(throws: BTSnoopError.cutShort(offset: 16), "\(length)") {
        try packets(in: Array(good.prefix(length)))
      }
    }
    other = good
    other.replaceSubrange(20..<24, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(throws: BTSnoopError.cutShort(offset: 16)) { try packets(in: other) }
  }

  @Test func piecesBecomeFrames() {
    let found = frames(pieces(um, from: 0) + pieces(tc66, from: 500))
    #expect(found.map(\.bytes) == [um, tc66])
    #expect(found.map(\.time.nanoseconds) == [126_000_000, 689_000_000])
    #expect(found.map(\.handle) == [0x17, 0x17])
    #expect(frames([notification(tc66, at: 0, opcode: 0x1D)]).map(\.bytes) == [tc66])
    #expect(
      frames([notification([1, 3, 60], at: 0), notification([1, 4, 80], at: 10)]).map(\.bytes)
        == [[1, 3, 60], [1, 4, 80]])
  }

  @Test func severalAttributesInOneNotificationAreToldApart() {
    let several: [UInt8] = [0x23, 0x17, 0, 2, 0, 7, 8, 0x19, 0, 1, 0, 9]
    func found(_ pdu: [UInt8]) -> [[UInt8]] { ATT.notified(pdu).map { [UInt8($0.0)] + $0.1 } }
    #expect(found(several) == [[0x17, 7, 8], [0x19, 9]])
    #expect(found(several.dropLast()) == [[0x17, 7, 8]], "the second is cut short")
  }

  @Test func framesThatFollowWithoutAPauseAreToldApart() {
    #expect(frames(pieces(um + um, from: 0)).map(\.bytes) == [um, um])
  }

  @Test func aFrameThatStopsComesOutAsFarAsItCame() {
    let found = frames(Array(pieces(um, from: 0).dropLast(2)) + pieces(um, from: 335))
    #expect(found.map(\.bytes.count) == [100, 130])
    #expect(frames(Array(pieces(um, from: 0).prefix(3))).map(\.bytes.count) == [60])
  }

  @Test func twoMetersDoNotMix() {
    let one = pieces(um, from: 0)
    let other = pieces(tc66, from: 5, adapter: 1)
    let mixed = (one + other).sorted { $0.time < $1.time }
    #expect(Set(frames(mixed).map(\.bytes)) == [um, tc66])
  }

  @Test func aFrameCapturedAtBothEndsIsOne() {
    let both = zip(
      pieces(um, from: 0, adapter: 1, fromHost: true), pieces(um, from: 0, adapter: 0)
    ).flatMap { [$0, $1] }
    #expect(frames(both).map(\.adapter) == [0])
    #expect(frames(pieces(um, from: 0, adapter: 1, fromHost: true)).map(\.adapter) == [1])
  }

  @Test func severalNotificationsInOnePDU() {
    let value = [UInt8](1...3)
    let pdu: [UInt8] = [0x23, 0x17, 0, 3, 0] + value + [0x18, 0, 9, 0, 1]
    #expect(ATT.notified(pdu).map(\.attribute) == [0x17])
    #expect(ATT.notified(pdu).map { Array($0.value) } == [value])
  }

  @Test func noBytesTrap() throws {
    let good = try capture(pieces(um, from: 0) + pieces(tc66, from: 400))
    var random = SeededGenerator(seed: 5)
    for _ in 0..<3000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        bytes[Int.random(in: 16..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      var collected = CapturedFrames()
      do throws(BTSnoopError) {
        var reader = try BTSnoopReader(bytes)
        while let packet = try reader.next() { collected.take(packet) }
      } catch {
        guard case .cutShort = error else {
          Issue.record("\(error)")
          return
        }
      }
      for frame in collected.frames { _ = try? MeterFrame(decoding: frame.bytes) }
    }
  }
}

extension [UInt8] {
  fileprivate func replacing(head: [UInt8]) -> [UInt8] { head + dropFirst(head.count) }
}
