// Text in a page: nothing that a scenario, a central or a file's name says may become markup.

/// The few ways in which text is put into HTML and SVG.
enum Markup {
  private static let special = Array("&<>\"'".utf8)

  /// Text that may stand in an element or between double quotes in an attribute. What no HTML may
  /// hold is replaced.
  static func escaped(_ text: String) -> String {
    // Most text has nothing to escape.
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || special.contains($0) }) else {
      return text
    }
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "'": out += "&#39;"
      case "\n", "\t": out.unicodeScalars.append(scalar)
      case let other where other.value < 0x20 || other.value == 0x7F: out += "\u{FFFD}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// A number with two decimals at most: finer than any screen.
  static func decimal(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let fraction = abs(hundredths % 100)
    let sign = hundredths < 0 ? "-" : ""
    let whole = "\(sign)\(abs(hundredths) / 100)"
    if fraction == 0 { return whole }
    if fraction % 10 == 0 { return "\(whole).\(fraction / 10)" }
    return "\(whole).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
