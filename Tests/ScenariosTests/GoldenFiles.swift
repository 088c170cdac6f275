// Files beside the tests: what goes in, and the exact text that must come out.
//
// METERLOOP_WRITE_GOLDEN=1 writes what came out in place of what was expected, to be read and
// committed.

import FoundationEssentials
import Testing

enum GoldenFiles {
  /// Whether the file is a part that others include, and no scenario by itself.
  static func isShared(_ file: String) -> Bool { file.split(separator: "/").last?.first == "_" }

  static let folder = String(#filePath.dropLast("GoldenFiles.swift".count)) + "Golden/"
  static let root = String(folder.dropLast("Tests/ScenariosTests/Golden/".count))
  private static let writes = ProcessInfo.processInfo.environment["METERLOOP_WRITE_GOLDEN"] != nil

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  /// Compares with the file of this name in `Golden/`.
  static func check(
    _ text: String, against name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = folder + name
    if writes { return try Data((text + "\n").utf8).write(to: URL(filePath: path)) }
    let golden = String(decoding: try bytes(path), as: UTF8.self)
    #expect(text + "\n" == golden, "\(name)", sourceLocation: sourceLocation)
  }

  /// The names of the files in a folder of `Golden/` that end so, sorted, without their ends.
  static func names(in name: String, ending: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder + name)
      .filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
  }
}
