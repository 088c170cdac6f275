// The command line itself: help, unknown words, versions.

import Testing

@Suite(.enabled(if: Meterloop.isThere, Meterloop.reason))
struct CommandLineTests {
  @Test func helpListsEveryCommandAndExplainsEach() throws {
    let overview = try Meterloop.run(["--help"])
    #expect(overview.code == 0)
    for command in [
      "test", "bench", "emulate", "central", "reference", "faults", "doctor", "cache",
    ] {
      #expect(overview.output.contains("\n  \(command) "), "\(command) is missing")
      let help = try Meterloop.run([command, "--help"])
      #expect(help.code == 0)
      #expect(help.output.hasPrefix("Usage:\n  meterloop \(command) [OPTION"), "\(help.output)")
    }
  }

  @Test(arguments: [
    (["tset"], "there is no command 'tset'"),
    (["test"], "name a scenario file or folder"),
    (["test", "nowhere.yaml"], "nowhere.yaml: there is no such file"),
    (["test", "--jobs", "0", "scenarios"], "--jobs takes a whole number from 1, not '0'"),
    (["test", "--wrong", "scenarios"], "Unknown option --wrong"),
    (["bench", "--meter", "um99", "--", "true"], "--meter um99: there is no such model"),
    (["bench"], "name the program after --"),
  ])
  func aWrongCallIsExplained(arguments: [String], message: String) throws {
    let outcome = try Meterloop.run(arguments)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains(message), "\(outcome.all)")
    #expect(outcome.output.isEmpty)
  }
}
