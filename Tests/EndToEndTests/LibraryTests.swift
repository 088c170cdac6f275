// Public libraries on Core Bluetooth, compiled against the module as they are. They are not part of the
// project: the test is skipped where nobody names them.

import Foundation
import Testing

/// A folder with a folder for each library, `METERLOOP_LIBRARIES`.
private enum Libraries {
  static let folder = ProcessInfo.processInfo.environment["METERLOOP_LIBRARIES"]

  /// The libraries' names.
  static let names: [String] = {
    guard let folder,
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return [] }
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }()

  /// The Swift files of a library, wherever in its folder.
  static func files(of name: String) throws -> [String] {
    let place = try #require(folder) + "/" + name
    let all = try #require(FileManager.default.enumerator(atPath: place))
    return all.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
      .map { place + "/" + $0 }
  }
}

@Suite(.enabled(if: Libraries.folder != nil, "METERLOOP_LIBRARIES names no folder"))
struct LibraryTests {
  @Test func thereAreLibraries() {
    #expect(!Libraries.names.isEmpty, "\(Libraries.folder ?? "") has no folder in it")
  }

  @Test("A library compiles unchanged in Swift 5 mode", arguments: Libraries.names)
  func compiles(name: String) throws {
    let files = try Libraries.files(of: name)
    try #require(!files.isEmpty, "no Swift file in \(name)")
    let outcome = try BuiltModule.swiftc(
      ["-typecheck", "-parse-as-library", "-module-name", "Library"] + files,
      in: "/tmp")
    #expect(outcome.code == 0, "\(outcome.all)")
  }
}
