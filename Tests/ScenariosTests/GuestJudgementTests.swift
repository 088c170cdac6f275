// Whose fault a stall is follows from the programs that were ready to run.

import Testing

@testable import Scenarios

@Suite struct GuestJudgementTests {
  private func stalled(_ programs: String) throws -> ScenarioResult {
    let text = "scenario: A test\nmeters: [{model: UM25C}]\ntimeline: [{central: connect}]\n"
    let scenario = try ScenarioFile.parse(Array(text.utf8), file: "test.yaml")
    return GuestJudgement(scenario: scenario, folder: "/nowhere", boots: 1)
      .result(of: .stalled(programs: programs))
  }

  @Test(arguments: [
    "sh (process 57)", "dbus-daemon (process 12), python3 (process 57)",
    "btvirt-central (process 57)", "btvirt (process (process 57)", "btvirt, btvirt (process 57)",
    "a (process 1), b (process 2), c (process 3), d (process 4), e (process 5) and 3 more",
  ])
  func aProgramThatIsNotOursHasFailed(_ programs: String) throws {
    #expect(try stalled(programs).verdict == .failed)
  }

  @Test(arguments: [
    "bluetoothd (process 14)", "dbus-daemon (process 12), bluetoothd (process 14)",
    "a program that let no other run, not even the harness",
  ])
  func oursAloneAreBroken(_ programs: String) throws {
    let result = try stalled(programs)
    #expect(result.verdict == .broken)
    #expect(result.failure?.seen.contains(programs) == true)
  }

  @Test func whatCouldNotBeRunShowsWhereItIsSaid() throws {
    let text = "scenario: A test\nmeters: [{model: UM25C}]\ntimeline: [{central: connect}]\n"
    let scenario = try ScenarioFile.parse(Array(text.utf8), file: "test.yaml")
    let place = SourcePosition(line: 2, column: 10)
    let shown = ScenarioResult.broken(scenario, because: "no such meter", boots: 1, at: place)
    #expect(
      shown.failure?.excerpt == ["  2 | meters: [{model: UM25C}]", "    | " + "         ^"])
    let nowhere = ScenarioResult.broken(scenario, because: "no room", boots: 2)
    #expect(nowhere.failure?.excerpt == [] && nowhere.boots == 2)
  }

  @Test func whereNobodyElseRanItWasTheHarness() throws {
    let result = try stalled("")
    #expect(result.verdict == .broken)
    #expect(result.failure?.seen.contains("no other program computed") == true)
  }
}
