// The guide's commands, on a machine with two adapters: the bench.

import Testing

extension EndToEnd {
  @Suite(.enabled(if: Bench.hasBleak, Bench.bleakReason))
  struct EmulateDocsTests {
    private static let pages = ["docs/guide-emulate.md", "docs/guide-adapters.md"]
    private static let blocks = pages.flatMap { path in
      ((try? Page(path))?.blocks ?? []).filter { $0.language == "console two adapters" }
        .map { (path: path, block: $0) }
    }

    @Test(arguments: pages)
    func theGuideHasCommands(_ path: String) throws {
      #expect(try Page(path).blocks.contains { $0.language.hasPrefix("console") })
    }

    /// Each block is one script: what it starts in the background goes on to its end.
    @Test(arguments: 0..<blocks.count)
    func commandsDoWhatThePageSays(index: Int) throws {
      let (path, block) = Self.blocks[index]
      let commands = ConsoleCommand.all(in: block)
      var shown = ConsoleCommand(command: "all", line: block.line, code: 0)
      shown.output = commands.flatMap(\.output)
      let script = (["cd '\(Meterloop.checkout)'"] + commands.map(\.command))
        .joined(separator: "\n")
      let folder = try BenchFolder()
      let program = try folder.write(
        "#!/bin/sh\nexec '\(try #require(Meterloop.path))' \"$@\"\n", to: "bin/meterloop",
        executable: true)
      let outcome = try Bench.run(
        ["--adapters", "1", "--show", folder.path],
        ["/bin/bash", "-c", "PATH=\(program.dropLast("/meterloop".count)):$PATH\n" + script],
        in: folder)
      #expect(
        outcome.code == 0 && shown.shows(outcome.output),
        "\(path):\(block.line)\n\(outcome.all)")
    }
  }
}
