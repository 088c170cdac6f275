// What meters are told: each command that is understood is written with the bytes it was read from.

import SharedProtocols

extension DecoderCheck {
  static let commands = DecoderCheck(
    name: "commands",
    summary: "the commands of all meters: what is understood is written with the same bytes",
    seeds: {
      let documented: [DocumentedCommand] = [
        .measurement, .setTime(unixSeconds: 1_700_000_000), .calibrate(values: [1, 2, 3]),
      ]
      return documented.map(\.encoded) + [WrappedCommand.wrapping(0xF0)]
        + TC66Command.allCases.flatMap { command in
          [TC66Command.Transport.bluetooth, .usb].compactMap { command.encoded(over: $0) }
        } + [[0xF0], [0xA7], [0xCE]]
    },
    check: { bytes in
      if let command = documented(bytes) {
        try promise(command.encoded == bytes, "\(command) is written otherwise")
        let sum = bytes.dropLast().reduce(0) { $0 &+ $1 }
        try promise(sum == bytes.last, "\(command) was read with a wrong checksum")
      }
      if let byte = wrapped(bytes) {
        try promise(
          WrappedCommand.wrapping(byte) == bytes, "a wrapped \(byte) is written otherwise")
      }
      if let command = TC66Command(decoding: bytes, over: .bluetooth) {
        try promise(command.encoded(over: .bluetooth) == bytes, "\(command) is written otherwise")
      }
      // A serial line's command may come with an end of line or without.
      if let command = TC66Command(decoding: bytes, over: .usb),
        let line = command.encoded(over: .usb)
      {
        try promise(bytes.starts(with: line), "\(command) is written otherwise")
      }
      for model in UMModel.allCases {
        guard let byte = bytes.first, let command = UMCommand(byte: byte, model: model) else {
          continue
        }
        try promise(try command.byte(for: model) == byte, "\(command) is written otherwise")
      }
    })

  private static func documented(_ bytes: [UInt8]) -> DocumentedCommand? {
    do throws(DocumentedCommandError) { return try DocumentedCommand(decoding: bytes) } catch {
      return nil
    }
  }

  private static func wrapped(_ bytes: [UInt8]) -> UInt8? {
    do throws(WrappedCommandError) { return try WrappedCommand.command(in: bytes) } catch {
      return nil
    }
  }
}
