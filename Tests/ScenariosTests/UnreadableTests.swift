// A file that is no scenario gives a message that says where and why; nothing traps.

import Scenarios
import Testing

@Suite struct UnreadableTests {
  private func error(in bytes: [UInt8], file: String = "test.yaml") -> ScenarioError? {
    do throws(ScenarioError) {
      _ = try ScenarioFile.parse(bytes, file: file)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: try GoldenFiles.names(in: "unreadable", ending: ".yaml"))
  func givesTheMessage(_ name: String) throws {
    let bytes = try GoldenFiles.bytes(GoldenFiles.folder + "unreadable/\(name).yaml")
    let error = try #require(self.error(in: bytes, file: "\(name).yaml"))
    try GoldenFiles.check(error.rendered, against: "unreadable/\(name).txt")
  }

  @Test func tenMegabytesAreTooLong() {
    let bytes = [UInt8](repeating: UInt8(ascii: "#"), count: 10 << 20)
    #expect(error(in: bytes)?.message == "the file is longer than a scenario may be (1 MB)")
  }

  @Test func aMegabyteIsNot() {
    let comment = [UInt8](repeating: UInt8(ascii: "#"), count: (1 << 20) - 200) + [10]
    let text = "scenario: Long\nmeters: [{model: UM25C}]\ntimeline: [{central: connect}]\n"
    #expect(error(in: comment + Array(text.utf8)) == nil)
  }

  @Test(arguments: ["[", "{a: ", "- ", "? ", "a: [", "{? [", "!x [", "'", "\"", "&a [", "*"])
  func deepNestingEnds(_ piece: String) {
    let text = String(repeating: piece, count: (1 << 20) / piece.utf8.count)
    #expect(error(in: Array(text.utf8)) != nil)
  }

  @Test func nestingHasALimitOfItsOwn() {
    let text = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
    let error = error(in: Array(text.utf8))
    #expect(error?.message == "nested more than 64 levels deep")
    #expect(error?.position == SourcePosition(line: 1, column: 65))
  }

  @Test func aMissingFileAndAFolderAreErrors() {
    for (path, message) in [
      ("/nowhere/at-all.yaml", "cannot be read: No such file or directory"),
      ("/", "not a file that can be read"),
      ("/dev/zero", "not a file that can be read"),
    ] {
      do throws(ScenarioError) {
        _ = try ScenarioFile.load(path)
        Issue.record("\(path) was read")
      } catch {
        #expect(error.message == message)
        #expect(error.rendered == "\(path): error: \(message)")
      }
    }
  }

  @Test(arguments: ["a\u{1B}[31m.yaml", "a\nb.yaml", "a\u{2028}.yaml"])
  func aFileWhoseNameCannotBePrintedIsRefused(_ name: String) {
    let text = "scenario: Plain\nmeters: [{model: UM25C}]\ntimeline: [{central: connect}]\n"
    let error = error(in: Array(text.utf8), file: name)
    #expect(error?.message == "the file's name holds a control character: rename the file")
  }

  /// Every cut and many damages of a good file either parse or give a message, and never trap.
  @Test func noInputTraps() throws {
    let path = GoldenFiles.root + "scenarios/reconnect/out-of-range.yaml"
    let whole = try GoldenFiles.bytes(path)
    for count in 0..<whole.count { _ = error(in: Array(whole.prefix(count)))?.rendered }
    var random = SplitMix(state: 1)
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<(1 + random.next() % 4) {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 3 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        default: bytes.insert(Array("[]{},:-'\"#&*!|>%@\t\n 09s".utf8).pick(&random), at: place)
        }
      }
      _ = error(in: bytes)?.rendered
    }
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension [UInt8] {
  fileprivate func pick(_ random: inout SplitMix) -> UInt8 {
    self[Int(random.next() % UInt64(count))]
  }
}
