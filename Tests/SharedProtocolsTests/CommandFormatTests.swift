// Every command both ways, and what is none.

import SharedProtocols
import TestSupport
import Testing

@Suite struct CommandFormatTests {
  /// The bytes that mean something, as the published clients list them.
  private func known(_ model: UMModel) -> [ClosedRange<UInt8>] {
    [0xF0...0xF4, 0xB0...0xCE, 0xD0...0xD5, 0xE0...0xE9] + (model == .um24c ? [] : [0xA0...0xA9])
  }

  @Test(arguments: UMModel.allCases)
  func everyByteIsOneCommandAndBackOrNone(model: UMModel) throws {
    for byte in UInt8.min ... .max {
      let command = UMCommand(byte: byte, model: model)
      #expect((command != nil) == known(model).contains { $0.contains(byte) }, "\(byte)")
      if let command { #expect(try command.byte(for: model) == byte) }
    }
  }

  @Test func theNumbersAreInTheBytes() {
    #expect(UMCommand(byte: 0xA7, model: .um25c) == .selectGroup(7))
    #expect(UMCommand(byte: 0xB0, model: .um25c) == .setRecordingThreshold(centiamperes: 0))
    #expect(UMCommand(byte: 0xC3, model: .um34c) == .setRecordingThreshold(centiamperes: 19))
    #expect(UMCommand(byte: 0xCE, model: .um24c) == .setRecordingThreshold(centiamperes: 30))
    #expect(UMCommand(byte: 0xD5, model: .um24c) == .setBacklight(level: 5))
    #expect(UMCommand(byte: 0xE9, model: .um24c) == .setScreenTimeout(minutes: 9))
  }

  @Test func oneByteMeansTwoThings() throws {
    #expect(UMCommand(byte: 0xF3, model: .um24c) == .nextGroup)
    #expect(UMCommand(byte: 0xF3, model: .um25c) == .previousScreen)
    #expect(UMCommand(byte: 0xF3, model: .um34c) == .previousScreen)
    #expect(throws: CommandEncodingError.unknown(to: .um25c)) {
      try UMCommand.nextGroup.byte(for: .um25c)
    }
    #expect(throws: CommandEncodingError.unknown(to: .um24c)) {
      try UMCommand.previousScreen.byte(for: .um24c)
    }
    #expect(throws: CommandEncodingError.unknown(to: .um24c)) {
      try UMCommand.selectGroup(0).byte(for: .um24c)
    }
  }

  @Test(arguments: [
    (UMCommand.selectGroup(10), 9), (.setRecordingThreshold(centiamperes: 31), 30),
    (.setBacklight(level: 6), 5), (.setScreenTimeout(minutes: 10), 9),
  ])
  func aNumberBeyondItsCommandIsRefused(command: UMCommand, limit: Int) {
    #expect(throws: CommandEncodingError.outOfRange(value: limit + 1, limit: limit)) {
      try command.byte(for: .um25c)
    }
  }

  @Test func theWrappedRequestIsThePublishedOne() throws {
    #expect(WrappedCommand.wrapping(0xF0) == [0xFF, 0x55, 0x11, 3, 0xF0, 0, 0, 0, 0, 0x40])
    for byte in UInt8.min ... .max {
      #expect(try WrappedCommand.command(in: WrappedCommand.wrapping(byte)) == byte)
    }
  }

  @Test func everyFlippedBitOfAWrappedCommandIsRefused() {
    for bit in 0..<80 {
      var bad = WrappedCommand.wrapping(0xB3)
      bad[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: WrappedCommandError.self) { try WrappedCommand.command(in: bad) }
    }
    #expect(throws: WrappedCommandError.padding(found: [0, 0, 0, 7])) {
      try WrappedCommand.command(in: [0xFF, 0x55, 0x11, 3, 0xF0, 0, 0, 0, 7, 0x40])
    }
    for count in [0, 1, 9, 11] {
      #expect(throws: WrappedCommandError.length(found: count)) {
        try WrappedCommand.command(in: [UInt8](repeating: 0xFF, count: count))
      }
    }
  }

  @Test func theDocumentedCommandsGoBothWays() throws {
    #expect(try DocumentedCommand(decoding: [0, 0xF0, 0xA0, 0x1B, 0xAB]) == .measurement)
    let time = DocumentedCommand.setTime(unixSeconds: 0x6502_03FF)
    #expect(time.encoded == [0x02, 0x65, 0x02, 0x03, 0xFF, 0x6B])
    #expect(try DocumentedCommand(decoding: time.encoded) == time)
    #expect(try DocumentedCommand(decoding: [0x03, 9, 0x0C]) == .calibrate(values: [9]))
    #expect(DocumentedCommand.calibrate(values: [9]).encoded == [0x03, 9, 0x0C])
    #expect(throws: DocumentedCommandError.length(found: 1, expected: 2)) {
      try DocumentedCommand(decoding: [0x03])
    }
    #expect(throws: DocumentedCommandError.checksum(expected: 0x6B, found: 0x6C)) {
      try DocumentedCommand(decoding: [0x02, 0x65, 0x02, 0x03, 0xFF, 0x6C])
    }
    #expect(throws: DocumentedCommandError.length(found: 5, expected: 6)) {
      try DocumentedCommand(decoding: [0x02, 0x65, 0x02, 0x03, 0xFF])
    }
    for bytes in [[], [0xF0], [0x01, 1], [0x00, 0xF0, 0xA0, 0x1C, 0xAC]] as [[UInt8]] {
      #expect(throws: DocumentedCommandError.unknown) { try DocumentedCommand(decoding: bytes) }
    }
  }

  @Test func theTC66CsWordsAreThePublishedOnes() {
    func text(_ command: TC66Command, _ transport: TC66Command.Transport) -> String? {
      command.encoded(over: transport).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(
      TC66Command.allCases.map { text($0, .bluetooth) }
        == ["bgetva\r\n", "blastp\r\n", "bnextp\r\n", "brotat\r\n", nil, nil, nil])
    #expect(
      TC66Command.allCases.map { text($0, .usb) }
        == ["getva", "lastp", "nextp", "rotat", "query", "gtrec", "update"])
    for transport in [TC66Command.Transport.bluetooth, .usb] {
      for command in TC66Command.commands(over: transport) {
        let bytes = command.encoded(over: transport) ?? []
        #expect(TC66Command(decoding: bytes, over: transport) == command)
        if transport == .usb {
          #expect(TC66Command(decoding: bytes + [0x0D, 0x0A], over: .usb) == command)
        }
      }
    }
  }

  @Test(arguments: [
    "", "\r\n", "b", "bgetva", "getva\r\n", "bgetva\n\r", "bbgetva\r\n", "bquery\r\n",
  ])
  func whatIsNoWordOverBluetoothIsNone(text: String) {
    #expect(TC66Command(decoding: Array(text.utf8), over: .bluetooth) == nil)
  }

  @Test func theDocumentedValueIsWholeWattsAndAmperes() throws {
    let value = try TC66DocumentedValue(watts: 12.9, amperes: 3.2)
    #expect(value.encoded == [0x01, 3, 12])
    #expect(try TC66DocumentedValue(decoding: [0x01, 3, 12]) == value)
    for watts in [-0.1, 256, .nan, .infinity] {
      #expect(throws: FrameEncodingError.self) {
        try TC66DocumentedValue(watts: watts, amperes: 0)
      }
    }
    #expect(throws: TC66DocumentedValueError.length(found: 2)) {
      try TC66DocumentedValue(decoding: [0x01, 3])
    }
    #expect(throws: TC66DocumentedValueError.flags(found: 0xFE)) {
      try TC66DocumentedValue(decoding: [0xFE, 3, 12])
    }
  }
}
