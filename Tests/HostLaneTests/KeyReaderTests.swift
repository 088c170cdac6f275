// Keys in what a terminal sends, however it is cut.

import Testing

@testable import HostLane

struct KeyReaderTests {
  @Test(arguments: [
    (["vVaAdpq"], "vVaAdpq"),
    // Up, down, with Ctrl; End; F1; Delete; the end of a bracketed paste.
    (["\u{1B}[A", "\u{1B}[B", "\u{1B}[1;5A"], ""),
    (["v\u{1B}[Av\u{1B}OPd\u{1B}[3~a\u{1B}[201~q"], "vvdaq"),
    (["\u{1B}", "[A", "\u{1B}[", "A", "\u{1B}O", "A", "a"], "a"),
    // Alt-q is not q; a key after Escape is itself.
    (["\u{1B}q"], ""), (["\u{1B}", "q"], "q"), (["\u{1B}\u{1B}[Aa"], "a"), (["\u{4}"], "\u{4}"),
  ])
  func areThoseOfOneByte(pieces: [String], expected: String) {
    var reader = KeyReader()
    let keys = pieces.flatMap { reader.take(Array($0.utf8)) }
    #expect(String(decoding: keys, as: UTF8.self) == expected)
  }
}
