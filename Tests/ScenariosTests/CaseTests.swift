// Variables, and tables of cases: what a row makes of a file, and what is wrong with one.

import MeterEmulator
import Records
import SharedProtocols
import Testing

@testable import Scenarios

@Suite struct CaseTests {
  private func scenarios(_ text: String) throws(ScenarioError) -> [Scenario] {
    try ScenarioFile.scenarios(in: Array(text.utf8), file: "test.yaml")
  }

  private func problem(_ text: String) -> ScenarioError? {
    do throws(ScenarioError) {
      _ = try scenarios(text)
      return nil
    } catch { return error }
  }

  private static let rest = """
    meters: [{model: $model, load: {volts: $volts}}]
    timeline: [{central: connect}]

    """

  @Test func eachRowIsAScenario() throws {
    let scenarios = try scenarios(
      """
      scenario: A $model is read
      variables: {volts: 5.08}
      cases:
        - {model: UM25C}
        - {model: TC66C, volts: 9V}
        - {case: "the old one", model: UM24C}

      """ + Self.rest)
    #expect(scenarios.map(\.title) == ["A UM25C is read", "A TC66C is read", "A UM24C is read"])
    #expect(
      scenarios.map(\.name) == [
        "test.yaml[UM25C]", "test.yaml[TC66C, 9V]", "test.yaml[the old one]",
      ])
    #expect(scenarios.map { $0.meters[0].model } == [.um25c, .tc66c, .um24c])
    let programs = scenarios.map { $0.meters[0].configuration.program }
    #expect(
      programs == [
        .constant(try Load(volts: 5.08, amperes: 0)), .constant(try Load(volts: 9, amperes: 0)),
        .constant(try Load(volts: 5.08, amperes: 0)),
      ])
  }

  @Test func oneRowCanBeReadByItsLabel() throws {
    let text =
      "scenario: A\nvariables: {volts: 5}\ncases: [{model: UM25C}, {model: UM34C}]\n" + Self.rest
    let scenario = try ScenarioFile.parse(Array(text.utf8), file: "test.yaml", case: "UM34C")
    #expect(scenario.caseLabel == "UM34C" && scenario.meters[0].model == .um34c)
    #expect(throws: ScenarioError.self) {
      try ScenarioFile.parse(Array(text.utf8), file: "test.yaml", case: "UM24C")
    }
    #expect(throws: ScenarioError.self) {
      try ScenarioFile.parse(Array(text.utf8), file: "test.yaml")
    }
  }

  @Test func aVariableAloneMayBeAnythingAndWithinATextIsText() throws {
    let scenario = try scenarios(
      """
      scenario: 'It costs 5 $$, $name'
      variables:
        name: Desk
        meter: {model: UM25C, name: Shelf}
        delays: [1s, 2s]
      meters: [$meter, {model: UM34C, name: The-$name-1}]
      timeline:
        - expect: {attempts: $delays}
      """)[0]
    #expect(scenario.title == "It costs 5 $, Desk")
    #expect(scenario.meters.map(\.name) == ["Shelf", "The-Desk-1"])
    guard case .expect(let expectation) = scenario.timeline[0].action,
      case .attempts(let delays, _, _, _) = expectation.subject
    else {
      Issue.record("no attempts")
      return
    }
    #expect(delays == [.seconds(1), .seconds(2)])
  }

  @Test func aWrongValueIsShownWhereItStands() throws {
    let error = try #require(
      problem(
        "scenario: A\ncases:\n  - {model: UM25C, volts: 5.08}\n  - {model: UM34C, volts: 5q}\n"
          + Self.rest))
    #expect(
      error.rendered == """
        test.yaml:4:27: error: volts is in V or mV, not 'q'; did you mean '5V'?
          4 |   - {model: UM34C, volts: 5q}
            |                           ^
          used as $volts in test.yaml:5:40
          in the case 'UM34C, 5q' of test.yaml:4:5
        """)
  }

  @Test func whatDependsOnTheRowNamesIt() throws {
    let error = try #require(
      problem(
        """
        scenario: A
        cases: [{model: TC66C}, {model: UM25C}]
        meters: [{model: $model, profile: factory, firmware: 1.14}]
        timeline: [{central: connect}]
        """))
    #expect(error.message == "only a factory TC66C differs by its firmware")
    #expect(error.notes == ["in the case 'UM25C' of test.yaml:2:25"])
  }

  @Test(arguments: [
    ("variables: {model: UM25C, volt: 5}", "unknown variable 'volts'", 2, 40),
    ("variables: {model: UM25C, volts: 5, more: 1}", "nothing uses the variable 'more'", 1, 37),
    ("cases: [{model: UM25C, volts: 5, x: 1}]", "nothing uses the variable 'x'", 1, 34),
    (
      "variables: {1a: 5}", "a variable's name has letters and digits, a letter first, not '1a'", 1,
      13
    ),
    ("cases: []", "a table of cases has at least one row", 1, 8),
    ("cases: [{case: a}]", "a case gives at least one variable a value", 1, 9),
    (
      "cases: [{model: UM25C, volts: 5}, {model: UM25C, volts: 5}]",
      "two cases are called 'UM25C, 5', this and that of line 1; give one of them a 'case:'", 1, 35
    ),
    (
      "cases: [{model: {}, volts: 5}]",
      "the values of this case make no name: give it a 'case:'", 1, 9
    ),
    (
      "cases: [{case: 'a]', volts: 5}]", "the name of a case has none of '[', ']' and '/'", 1, 16
    ),
    (
      "variables: {a: 1, model: $a}",
      "the value of a variable uses no variables; write '$$' for a dollar sign", 1, 26
    ),
    (
      "variables: {model: 5 $, volts: 5}",
      "a '$' begins a variable's name; write '$$' for the sign itself", 1, 20
    ),
  ])
  func saysWhatIsWrong(_ line: String, _ message: String, _ row: Int, _ column: Int) throws {
    let error = try #require(problem(line + "\n" + Self.rest + "scenario: A\n"))
    #expect(error.message == message)
    #expect(error.position == SourcePosition(line: row, column: column))
  }

  @Test func aListWithinATextIsRefused() throws {
    let error = try #require(
      problem(
        "scenario: A\nvariables: {model: [UM25C], volts: 5}\n"
          + "meters: [{model: UM25C, name: a-$model, load: {volts: $volts}}]\n"
          + "timeline: [{central: connect}]\n"))
    #expect(error.message == "$model is a list, which cannot stand within a text")
  }

  @Test func withoutVariablesADollarSaysHowToWriteIt() throws {
    let error = try #require(
      problem("scenario: Costs $five\nmeters: [{model: UM25C}]\ntimeline: [{wait: 1s}]\n"))
    #expect(error.message == "there is no variable 'five'; write '$$' for a dollar sign")
  }

  @Test func theVersionIsOneThatIsKnown() throws {
    let rest = "scenario: A\nmeters: [{model: UM25C}]\ntimeline: [{wait: 1s}]\n"
    #expect(problem("version: 1\n" + rest) == nil)
    #expect(
      problem("version: 2\n" + rest)?.message
        == "this is version 2 of the scenario language, and this meterloop knows version 1: "
        + "a newer meterloop is needed")
    #expect(
      problem("version: one\n" + rest)?.message == "the version must be a whole number, not 'one'")
  }

  @Test func filtersAndFoldersKnowTheRow() throws {
    let scenarios = try scenarios(
      "scenario: A\nvariables: {volts: 5}\ncases: [{model: UM25C}, {model: UM34C}]\n" + Self.rest)
    #expect(scenarios.map { $0.isMeant(by: "um34") } == [false, true])
    #expect(
      RunNames.unique(for: ["scenarios/a.yaml[UM25C, 5]", "a.yaml[UM25C  5]", "a.yaml"])
        == ["a-UM25C__5", "a-UM25C__5-2", "a"])
    #expect(RunNames.withoutExtension("x/a.yaml[1.5]") == "x/a[1.5]")
  }
}
