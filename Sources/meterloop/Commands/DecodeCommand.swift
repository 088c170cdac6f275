// `meterloop decode`: what frames say, or what is wrong with them.

import Scenarios
import SharedProtocols
import TestBench

/// Decodes frames from arguments, files, standard input and captures.
enum DecodeCommand: Command {
  static let table = OptionTable(
    command: "decode", operands: "[HEX|FILE|-]…",
    summary: "Tell what meters' frames say, or what is wrong with them",
    details: """
      A frame is told by its length: 130 bytes of a UM meter, 192 of a TC66C (encrypted, or plain
      where it begins with pac1), 3 of the documented characteristic 2A37.

      A file is a btsnoop capture, whose notifications are put together again; or text with one
      frame in hex a line; or the raw bytes of one frame. Without operands, or for -, standard input
      is read.

      Values that real meters may send although no document lists them are decoded, and remarked.

      Exit codes: 0 all frames are good, 4 one is not, or a file is no such file, 1 usage.

      Examples:
        meterloop decode 0d4c01f5008e…
        meterloop decode --json results/first/capture.btsnoop
        meterloop encode um25c volts=5.08 amperes=1.2 | meterloop decode
      """,
    options: [
      .init(name: "json", letter: "j", value: nil, help: "Print one line of JSON for each frame")
    ])

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    var source = FrameSource()
    for operand in parsed.operands.isEmpty ? ["-"] : parsed.operands {
      try source.take(operand: operand, host)
    }
    for note in source.notes { complain("note: \(note)") }
    let isJSON = parsed.has("json")
    var isGood = true
    for found in source.frames {
      let result = Result { () throws(MeterFrameError) in try MeterFrame(decoding: found.bytes) }
      switch result {
      case .success(let frame):
        emit(
          isJSON
            ? try FrameText.json(frame, place: found.place)
            : heading(found) + FrameText.text(frame))
      case .failure(let error):
        isGood = false
        if isJSON {
          emit(try FrameText.json(error, found.bytes, place: found.place))
        } else {
          emit(heading(found) + error.problems.map { "wrong: \($0)\n" }.joined())
        }
      }
    }
    for problem in source.problems {
      isGood = false
      if isJSON { emit(try FrameText.json(problem: problem)) } else { complain(problem) }
    }
    if source.frames.isEmpty && source.problems.isEmpty {
      throw UsageError(message: "there is no frame in what was given")
    }
    return isGood ? ExitCode.passed : ExitCode.failed
  }

  private static func heading(_ found: FoundFrame) -> String {
    found.place.isEmpty ? "" : "\(found.place):\n"
  }
}
