// `meterloop encode` and `meterloop decode` as a script calls them.

import Foundation
import Testing

@Suite(.enabled(if: Meterloop.isThere, Meterloop.reason))
struct FrameCommandTests {
  @Test(arguments: ["um24c", "um25c", "um34c", "tc66c"])
  func whatIsEncodedIsDecoded(model: String) throws {
    let encoded = try Meterloop.run(["encode", model, "volts=5.08", "amperes=1.2"])
    #expect(encoded.code == 0, "\(encoded.all)")
    let frame = encoded.output.trimmingCharacters(in: .newlines)
    let decoded = try Meterloop.run(["decode", "--json", frame])
    #expect(decoded.code == 0, "\(decoded.all)")
    #expect(decoded.output.hasPrefix("{\"model\":\"\(model.uppercased())\",\"undocumented\":{}"))
    for value in ["\"volts\":5.08", "\"amperes\":1.2", "\"watts\":6.096", "\"ohms\":4.2"] {
      #expect(decoded.output.contains(value), "\(decoded.output)")
    }
  }

  @Test(arguments: ["um25c", "tc66c"]) func withoutCurrentTheCircuitIsOpen(model: String) throws {
    let encoded = try Meterloop.run(["encode", model, "volts=5"])
    let decoded = try Meterloop.run(
      ["decode", "--json", encoded.output.trimmingCharacters(in: .newlines)])
    #expect(decoded.output.contains("\"ohms\":9999.9,"), "\(decoded.all)")
  }

  @Test func aFileWithAHexNameIsNotReadAndThatIsSaid() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("01033c\n".utf8).write(to: folder.appending(path: "ab"))
    let hex = try Meterloop.run(["decode", "ab"], in: folder.path)
    #expect(hex.code == 4)
    #expect(hex.output.hasPrefix("wrong: there is 1 byte; a UM's frame has 130"), "\(hex.all)")
    #expect(hex.errors == "note: 'ab' is taken for hex digits; for the file name ./ab\n")
    let file = try Meterloop.run(["decode", "./ab"], in: folder.path)
    #expect(file.code == 0 && file.errors.isEmpty, "\(file.all)")
    let other = try Meterloop.run(["decode", "cd"], in: folder.path)
    #expect(other.errors.isEmpty, "\(other.all)")
  }

  @Test func aFileMayHoldGoodAndBadFrames() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("# frames\n01 03 3c\n\n00033c\nxyz\n".utf8).write(
      to: folder.appending(path: "frames.txt"))
    let outcome = try Meterloop.run(["decode", "frames.txt"], in: folder.path)
    #expect(outcome.code == 4)
    #expect(outcome.output.contains("frames.txt, line 2:\nTC66C, the documented value\n"))
    #expect(outcome.output.contains("frames.txt, line 4:\nwrong: the value's flags 00"))
    #expect(outcome.errors.hasSuffix("frames.txt, line 5: 'x' is no hex digit\n"))
  }

  @Test(arguments: [
    (["encode", "um99"], "there is no model 'um99'"),
    (["encode", "um25c", "volt=5"], "there is no 'volt' in the frame; is 'volts' meant?"),
    (["encode", "um25c", "volts=70"], "volts is 70.0, and a frame holds 0 to 65.535"),
    (["encode", "um25c", "volts"], "values are given as NAME=VALUE"),
    (
      ["encode", "tc66c", "amperes=1", "--plain", "--documented"],
      "--plain and --documented exclude"
    ),
    (
      ["encode", "tc66c", "temperatureDegrees=5", "--documented"],
      "the documented value has no 'temperatureDegrees'; it has watts and amperes"
    ),
    (["decode", ""], "an operand is empty; hex digits, a file or - are wanted"),
    (["decode", "nowhere.txt"], "'nowhere.txt' is neither hex digits nor a file"),
  ])
  func aWrongCallIsExplained(arguments: [String], message: String) throws {
    let outcome = try Meterloop.run(arguments)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains(message), "\(outcome.all)")
    #expect(outcome.output.isEmpty)
  }
}
