// The files that users give: captures and scenarios.

import FrameFuzzing
import Records
import Scenarios

@testable import VirtualAir

extension DecoderCheck {
  static let btsnoop = DecoderCheck(
    name: "btsnoop",
    summary: "captures: no more packets and frames than the file has bytes for",
    seeds: {
      func word(_ word: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
      }
      /// A capture of this datalink whose packets are all of the beginning of 1970.
      func capture(_ datalink: UInt32, _ packets: [(flags: UInt32, bytes: [UInt8])]) -> [UInt8] {
        var file = BTSnoopReader.magic + word(1) + word(datalink)
        for packet in packets {
          let size = UInt32(packet.bytes.count)
          file += word(size) + word(size) + word(packet.flags) + word(0)
          file += word(0x00DC_DDB3) + word(0x0F2F_8000) + packet.bytes
        }
        return file
      }
      let value: [UInt8] = [7, 0, 4, 0, 0x1B, 0x11, 0, 1, 9, 6, 0]
      let data = [UInt8]([1, 0x20, UInt8(value.count), 0]) + value
      return [
        capture(2001, [(5, data), (0x0001_0005, data)]), capture(1002, [(1, [0x02] + data)]),
        capture(1001, [(2, [0x03, 0x0C, 0]), (3, [0x0E, 4, 1, 3, 0x0C, 0])]), BTSnoopReader.magic,
      ]
    },
    check: { bytes in
      var packets: [CapturedPacket] = []
      do throws(BTSnoopError) {
        var reader = try BTSnoopReader(bytes)
        while let packet = try reader.next() { packets.append(packet) }
      } catch {}
      let size = packets.reduce(0) { $0 + $1.bytes.count }
      try promise(packets.count * 24 + 16 <= max(bytes.count, 16), "more packets than records")
      try promise(size <= bytes.count + packets.count, "more bytes than the file has")
      var frames = CapturedFrames()
      for packet in packets { frames.take(packet) }
      try promise(
        frames.frames.reduce(0) { $0 + $1.bytes.count } <= size, "frames of more bytes than came")
    })

  static let scenario = DecoderCheck(
    name: "scenario",
    summary: "scenario files: read, or refused at a place that is in the file",
    seeds: {
      [
        """
        scenario: A frame with a wrong tail is rejected
        covers: [COMM-3]
        meters: [{model: UM25C, load: {volts: 5.08, amperes: 1200mA}}]
        policy: {attemptCap: off, pollInterval: 1s}
        timeline:
          - central: connect
          - fault: {payload: badChecksum, frames: 1}
          - expect: {rejected: tail, within: 5s}
          - lift: {payload: badChecksum}
          - meter: {load: {sine: {around: {volts: 5}, volts: 1, period: 10s}}}
          - wait: 400ms
          - expect: {measurement: {volts: 5.08}, tolerance: {volts: 0.01}, within: 5s}
        """,
        """
        scenario: T
        meters:
          - &m {model: TC66C, profile: factory, firmware: '1.14', advertising: {flags: 0x02}}
        central: {command: [a, b]}
        timeline: [{expect: {attempts: [1s, 2s], tolerance: 20ms}}, {fault: {gatt: packet, from: meter, match: '1B', do: replace, with: '1B 11'}}, {expect: {never: attempt, for: 3min}}]
        """,
      ].map { Array($0.utf8) }
    },
    check: { bytes in
      do throws(ScenarioError) {
        _ = try ScenarioFile.parse(bytes, file: "input.yaml", attachments: [:])
      } catch {
        try promise(!error.message.isEmpty, "an error without a message")
        guard let position = error.position else { return }
        let lines = bytes.count { $0 == 0x0A || $0 == 0x0D || $0 == 0x85 || $0 >= 0xA8 } + 1
        try promise(
          position.line >= 1 && position.line <= lines && position.column >= 1,
          "line \(position.line), column \(position.column) of \(lines) lines")
        try promise(error.rendered.contains("input.yaml"), "the file is not named")
      }
    })
}
