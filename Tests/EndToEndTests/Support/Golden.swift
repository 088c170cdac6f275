// The exact texts that must come out, in Golden/.
//
// METERLOOP_WRITE_GOLDEN=1 writes what came out in place of what was expected, to be read and
// committed.

import Foundation
import Testing

enum Golden {
  private static let folder = Meterloop.checkout + "/Tests/EndToEndTests/Golden/"

  /// Compares with the file of this name. Where a test's own folder stands, `FOLDER` is expected.
  static func check(
    _ text: String, against name: String, in workspace: Workspace? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = workspace.map { text.replacingOccurrences(of: $0.path, with: "FOLDER") } ?? text
    let file = URL(filePath: folder + name)
    if ProcessInfo.processInfo.environment["METERLOOP_WRITE_GOLDEN"] != nil {
      return try Data(text.utf8).write(to: file)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(text == golden, "\(name)", sourceLocation: sourceLocation)
  }
}

extension Outcome {
  /// The part of the output that is about each file: its verdict and what follows that.
  var parts: [String: String] {
    var parts: [String: String] = [:]
    var file = ""
    for line in output.split(separator: "\n") {
      if let found = line.wholeMatch(of: /(?:passed|failed|broken|unknown) +(\S+)  [\d.]+ s.*/) {
        file = String(found.1)
      } else if line.wholeMatch(of: /\d+ (?:passed|failed|broken|unknown).*/) != nil {
        break
      }
      parts[file, default: ""] += line + "\n"
    }
    return parts
  }
}
