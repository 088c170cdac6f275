// The command line itself: help, unknown words, versions.

import Glibc
import Testing

@Suite(.enabled(if: Meterloop.isThere, Meterloop.reason))
struct CommandLineTests {
  @Test func helpListsEveryCommandAndExplainsEach() throws {
    let overview = try Meterloop.run(["--help"])
    #expect(overview.code == 0)
    for command in [
      "test", "bench", "emulate", "central", "decode", "encode", "reference", "faults", "doctor",
      "cache", "benchmark",
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
    (["test", "--jobs", "0", "scenarios"], "--jobs takes a whole number from 1 to 1024, not '0'"),
    (["test", "-j0", "scenarios"], "--jobs takes a whole number from 1 to 1024, not '0'"),
    (
      ["test", "--jobs", "9223372036854775807", "scenarios"],
      "--jobs takes a whole number from 1 to 1024"
    ),
    (
      ["test", "--stall-seconds", "10000000000", "scenarios"],
      "--stall-seconds takes a whole number from 1 to 1000000"
    ),
    (["faults", "disconnect", "more"], "'more' is too much"),
    (["doctor", "more"], "'more' is too much"),
    (["reference", "more"], "'more' is too much"),
    (["cache", "more"], "'more' is too much"),
    (["benchmark", "--frames", "more"], "--frames stands alone"),
    (["test", "--wrong", "scenarios"], "Unknown option --wrong"),
    (["bench", "--meter", "um99", "--", "true"], "--meter um99: there is no such model"),
    (["bench", "--meter", "um25c", "--name", "a\nb", "--", "true"], "the name must be one line"),
    (["bench"], "name the program after --"),
    (
      ["bench", "--adapters", "16", "--", "true"], "the bench has 16 adapters: one for the program"
    ),
  ])
  func aWrongCallIsExplained(arguments: [String], message: String) throws {
    let outcome = try Meterloop.run(arguments)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains(message), "\(outcome.all)")
    #expect(outcome.output.isEmpty)
  }

  @Test func whatCouldNotBePrintedIsNoSuccess() throws {
    let program = try #require(Meterloop.path)
    let outcome = try Tool.run("sh", ["-c", "exec \"$0\" faults >/dev/full", program])
    #expect(outcome.code == 3, "\(outcome.all)")
    #expect(outcome.errors.contains("cannot write standard output: No space left"))
  }

  @Test func afterTwoDashesAFileMayBeginWithOne() throws {
    let workspace = try Workspace()
    try workspace.write(ShippedScenario.all[0].text(), to: "-dash.yaml")
    let outcome = try workspace.test(["--list", "--", "-dash.yaml"])
    #expect(outcome.code == 0 && outcome.output.hasPrefix("./-dash.yaml\t"), "\(outcome.all)")
  }

  @Test(arguments: [
    ["--junit", "a.yaml"], ["--json", "./a.yaml"], ["--json", "x", "--junit", "./x"],
  ])
  func aReportOverwritesNothing(options: [String]) throws {
    let workspace = try Workspace()
    try workspace.write("precious", to: "a.yaml")
    let outcome = try workspace.test(["a.yaml"] + options)
    #expect(outcome.code == 1 && outcome.errors.contains("would overwrite"), "\(outcome.all)")
    #expect(try workspace.read("a.yaml") == "precious")
  }

  @Test func filesAreFoundOnceByWhateverWay() throws {
    let workspace = try Workspace()
    let text = try ShippedScenario.all[0].text()
    for name in ["suite/a.yaml", "suite/in/b.yml", "outside.yaml"] {
      try workspace.write(text, to: name)
    }
    for (link, target) in [("up", ".."), ("self", "."), ("in/top", "../../suite"), ("other", "in")]
    {
      #expect(symlink(target, "\(workspace.path)/suite/\(link)") == 0)
    }
    let outcome = try workspace.test(["--list", "suite", "./suite/a.yaml", "suite/"])
    let files = outcome.output.split(separator: "\n").compactMap { $0.split(separator: "\t").first }
    #expect(files == ["suite/a.yaml", "suite/in/b.yml"], "\(outcome.all)")
  }
}
