// The capture file, byte by byte and as tshark reads it.

import AirTestSupport
import FoundationEssentials
import Glibc
import Records
import Testing

@testable import VirtualAir

@Suite struct CaptureTests {
  /// Runs `body` with the path of a file that is gone afterwards.
  private func withFile(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/meterloop-capture-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    close(descriptor)
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { unlink(path) }
    try body(path)
  }

  private func contents(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }

  @Test func aPacketIsWrittenWithItsAdapterKindAndTime() throws {
    try withFile { path in
      let writer = try BTSnoopWriter(path: path)
      writer.packet(
        [0x04, 0x0E, 0x01, 0x05], adapter: 3, fromHost: false,
        at: VirtualTime(nanoseconds: 1_500_999))
      writer.flush()
      #expect(writer.failure == nil)
      #expect(
        try contents(path) == Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x07, 0xD1]
          + [0, 0, 0, 3, 0, 0, 0, 3, 0, 3, 0, 3, 0, 0, 0, 0]
          + [0x00, 0xDC, 0xDD, 0xB3, 0x0F, 0x2F, 0x85, 0xDC, 0x0E, 0x01, 0x05])
    }
  }

  @Test func aFileThatCannotBeMadeIsAnError() {
    #expect(throws: CaptureError(path: "/nowhere/x", errno: ENOENT)) {
      try BTSnoopWriter(path: "/nowhere/x")
    }
  }

  @Test(.enabled(if: tshark != nil, "tshark is not installed"))
  func tsharkReadsIt() throws {
    let tshark = try #require(tshark)
    try withFile { path in
      do {
        let bench = AirBench(capture: try BTSnoopWriter(path: path))
        let handles = bench.connect(0, 1)
        bench.send(0, handles.central, [0x12, 0x11, 0, 0xF0])
        bench.command(0, 0x0406, [UInt8(handles.central), 0, 0x13])
      }
      let fields = [
        "hci_mon.adapter_id", "bthci_cmd.opcode", "bthci_evt.code", "btatt.opcode",
      ]
      let lines = try output(
        of: "\(tshark) -r \(path) -T fields -E separator=, "
          + fields.map { "-e \($0)" }.joined(separator: " ") + " 2>/dev/null"
      ).split(separator: "\n")
      // The last seven: the central's write, its credit, the peripheral's copy, and the end.
      #expect(
        lines.suffix(7) == [
          "0,,,0x12", "0,,0x13,", "1,,,0x12", "0,0x0406,,", "0,,0x0f,", "0,,0x05,",
          "1,,0x05,",
        ])
    }
  }
}

/// Where tshark is, if it is installed.
private let tshark: String? = ["/usr/bin/tshark", "/usr/local/bin/tshark"].first {
  access($0, X_OK) == 0
}

private func output(of command: String) throws -> String {
  let pipe = try #require(popen(command, "r"))
  defer { pclose(pipe) }
  var text: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
    text += buffer[..<count]
  }
  return String(decoding: text, as: UTF8.self)
}
