// Commands in a stream of bytes, however they are cut.

import Testing

@testable import HostLane

struct SerialCommandsTests {
  private func words(_ pieces: [String]) -> [String] {
    var commands = SerialCommands()
    return pieces.flatMap { commands.take(Array($0.utf8)) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    (["query"], ["query"]),
    (["query\r\n", "getva\r\n"], ["query", "getva"]),
    (["querygetva"], ["query", "getva"]),
    (["que", "ry"], ["query"]),
    (["q", "", "uery", "\r", "\n", "getva"], ["query", "getva"]),
    (["nonsequery"], ["query"]),
    (["gegetva"], ["getva"]),
    (["\u{0}\n\nquery"], ["query"]),
    (["QUERY"], []),
    (["getv"], []),
    (["update"], ["update"]),
  ])
  func areFound(pieces: [String], expected: [String]) {
    #expect(words(pieces) == expected)
  }

  @Test func halfAWordIsForgottenWithItsWriter() {
    var commands = SerialCommands()
    #expect(commands.take(Array("que".utf8)).isEmpty)
    commands.reset()
    #expect(commands.take(Array("rygetva".utf8)) == [Array("getva".utf8)])
  }
}
