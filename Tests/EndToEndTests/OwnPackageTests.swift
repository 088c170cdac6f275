// The package that docs/core-bluetooth.md shows, made outside the checkout as a reader would make it.

import Foundation
import Testing

extension EndToEnd {
  @Suite struct OwnPackageTests {
    @Test func thePackageOfThePageBuildsAndFindsAMeter() throws {
      let blocks = try Page("docs/core-bluetooth.md").blocks.filter { $0.language == "swift" }
      let manifest = try #require(blocks.first { $0.text.hasPrefix("// swift-tools-version") })
      let source = try #require(
        blocks.first { $0.text.hasPrefix("// Sources/Finder/main.swift\n") })
      let workspace = try Workspace()
      try workspace.write(manifest.text, to: "finder/Package.swift")
      try workspace.write(source.text, to: "finder/Sources/Finder/main.swift")
      try FileManager.default.createSymbolicLink(
        atPath: workspace.path + "/meterloop", withDestinationPath: Meterloop.checkout)
      let folder = workspace.path + "/finder"
      let swift = try #require(
        ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
          .map { "\($0)/swift" }.first(where: FileManager.default.isExecutableFile(atPath:)))
      let built = try RunningProcess(
        program: swift, arguments: ["build"], folder: folder,
        environment: [:]
      ).wait()
      try #require(built.code == 0, "\(built.all)")
      let outcome = try Meterloop.run(
        ["bench", "--meter", "um25c", "--", ".build/debug/Finder"], in: folder)
      #expect(outcome.code == 0, "\(outcome.all)")
      #expect(outcome.output == "UM25C-0001 -60\n")
    }
  }
}
