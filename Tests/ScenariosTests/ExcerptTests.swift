// What a message shows of a file, and the word that somebody may have meant.

import Testing

@testable import Scenarios

@Suite struct ExcerptTests {
  @Test func aLongLineIsShownAroundTheCaretAlone() {
    let line = String(repeating: "0123456789", count: 30)
    let source = SourceText(file: "test.yaml", text: line)
    func excerpt(_ column: Int) -> [String] {
      source.excerpt(at: SourcePosition(line: 1, column: column))
    }
    let beginning = "  1 | " + line.prefix(140) + "…"
    #expect(excerpt(1) == [beginning, "    | ^"])
    #expect(excerpt(101) == [beginning, "    | " + String(repeating: " ", count: 100) + "^"])
    #expect(
      excerpt(102) == [
        "  1 | …" + line.dropFirst(41).prefix(140) + "…",
        "    |  " + String(repeating: " ", count: 60) + "^",
      ])
    #expect(source.excerpt(at: SourcePosition(line: 2, column: 1)) == [])
  }

  @Test func theNearestWordIsNamedAndOfTwoTheFirst() {
    #expect(suggestion(for: "conect", among: ["disconnect", "connect"]) == "connect")
    #expect(suggestion(for: "Volst", among: ["volts"]) == "volts", "two neighbours are swapped")
    #expect(suggestion(for: "ovlts", among: ["volts"]) == "volts", "the first two are")
    #expect(suggestion(for: "cat", among: ["car", "cap"]) == "car")
    #expect(suggestion(for: "cat", among: ["dog"]) == nil)
    #expect(suggestion(for: "abcdef", among: ["abcdxyz"]) == nil, "three of seven are too many")
    #expect(suggestion(for: "", among: ["a"]) == "a")
  }
}
