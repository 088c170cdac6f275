// Every input that is kept, and every seed, holds to its decoder's check: what fuzzing once found is
// found again should it come back.

import DecoderFuzzing
import FoundationEssentials
import Testing

@Suite struct InputTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "DecoderFuzzing/Inputs")

  private static func inputs(of name: String) throws -> [(file: String, bytes: [UInt8])] {
    let folder = folder.appending(path: name).path()
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { file in
      (file, [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(file)"))))
    }
  }

  @Test(arguments: DecoderCheck.all.map(\.name))
  func whatIsKeptHolds(name: String) throws {
    let check = try #require(DecoderCheck.all.first { $0.name == name })
    for (number, seed) in try check.seeds().enumerated() {
      #expect(throws: Never.self, "seed \(number)") { try check.check(seed) }
    }
    let inputs = try Self.inputs(of: name)
    #expect(!inputs.isEmpty)
    for input in inputs {
      #expect(throws: Never.self, "\(name)/\(input.file)") { try check.check(input.bytes) }
    }
  }

  @Test func everyFolderOfInputsIsADecoders() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
    #expect(folders.sorted() == DecoderCheck.all.map(\.name).sorted())
  }

  @Test(arguments: [
    ("um-frame", 2), ("tc66-frame", 1), ("documented-value", 1), ("commands", 3), ("btsnoop", 2),
  ])
  func seedsAreNotAllRefused(name: String, least: Int) throws {
    // A check of seeds that nothing accepts would check nothing.
    let check = try #require(DecoderCheck.all.first { $0.name == name })
    #expect(try check.seeds().count > least)
  }
}
