// What is plugged into a meter: every form of load becomes the program that it says, and what cannot
// be one is an error where it stands.

import FoundationEssentials
import Glibc
import MeterEmulator
import Testing

@testable import Scenarios

@Suite struct LoadReadingTests {
  private static let table = "seconds,volts,amperes\n0,5,0\n10,9,2\n"

  private func scenario(
    _ load: String, step: String = "wait: 1s", tables: [String: String] = ["t.csv": table]
  ) throws(ScenarioError) -> Scenario {
    let text = """
      scenario: Loads
      meters:
        - model: UM25C
          load: \(load)
      timeline:
        - \(step)
      """
    return try ScenarioFile.parse(Array(text.utf8), file: "test.yaml", attachments: tables)
  }

  private func program(_ load: String) throws -> LoadProgram {
    try scenario(load).meters[0].configuration.program
  }

  private func error(_ load: String, tables: [String: String] = ["t.csv": table]) -> ScenarioError?
  {
    do throws(ScenarioError) {
      _ = try scenario(load, tables: tables)
      return nil
    } catch { return error }
  }

  @Test func aLoadOfTheCommandLineIsReadAsOfAFile() throws {
    let written = try LoadProgram(
      written: "{volts: 5.08, amperes: 1.2}", in: "--load", folder: "/nowhere")
    #expect(try written == .constant(Load(volts: 5.08, amperes: 1.2)))
    do throws(ScenarioError) {
      _ = try LoadProgram(table: "gone.csv", in: "--load", folder: "/nowhere")
      Issue.record("a table that is not there was read")
    } catch {
      #expect(error.file == "--load")
      #expect(error.position == SourcePosition(line: 1, column: 1))
    }
  }

  @Test func everyFormBecomesItsProgram() throws {
    let five = try Load(volts: 5, amperes: 1)
    let nine = try Load(volts: 9, amperes: 2)
    #expect(try program("{volts: 5, amperes: 1000mA}") == .constant(five))
    #expect(try program("{amperes: 1}") == .constant(five), "5 V if not said")
    let steps = [(load: five, duration: Duration.seconds(10)), (nine, .milliseconds(1500))]
    let listed = "[{volts: 5, amperes: 1, for: 10s}, {volts: 9, amperes: 2, for: 1500ms}]"
    #expect(try program("{steps: {loads: \(listed)}}") == .steps(LoadSteps(steps)))
    #expect(
      try program("{steps: {loads: \(listed), repeats: true}}")
        == .steps(LoadSteps(steps, repeats: true)))
    #expect(
      try program("{ramp: {from: {volts: 5, amperes: 1}, to: {volts: 9, amperes: 2}, over: 2min}}")
        == .ramp(LoadRamp(from: five, to: nine, over: .seconds(120))))
    #expect(
      try program(
        "{sine: {around: {volts: 5, amperes: 1}, volts: 100mV, amperes: 0.5, period: 3s}}")
        == .sine(LoadSine(around: five, volts: 0.1, amperes: 0.5, period: .seconds(3))))
    #expect(
      try program("{noise: {around: {volts: 5, amperes: 1}, amperes: 0.25, every: 1s, seed: 7}}")
        == .noise(LoadNoise(around: five, amperes: 0.25, every: .seconds(1), seed: 7)))
    #expect(
      try program("{noise: {around: {volts: 5, amperes: 1}, volts: 0.25}}")
        == .noise(LoadNoise(around: five, volts: 0.25, seed: 1)))
    #expect(
      try program("{recording: t.csv}") == .recording(LoadRecording(csv: Self.table)))
    #expect(try program("{charge: {}}") == .charge(ChargeCurve()))
  }

  @Test func everyQuantityOfAChargeCurveCanBeSaid() throws {
    var curve = ChargeCurve.Parameters()
    curve.volts = 12
    curve.amperes = 3
    curve.negotiatingAmperes = 0.2
    curve.fullAmperes = 0.15
    curve.trickleAmperes = 0.01
    curve.attachAfter = .seconds(2)
    curve.negotiation = .seconds(3)
    curve.rise = .seconds(4)
    curve.constantCurrent = .seconds(300)
    curve.fading = .seconds(360)
    let said = """
      {volts: 12, amperes: 3, negotiatingAmperes: 200mA, fullAmperes: 0.15, trickleAmperes: 0.01, \
      attachAfter: 2s, negotiation: 3s, rise: 4s, constantCurrent: 5min, fading: 6min}
      """
    #expect(try program("{charge: \(said)}") == .charge(ChargeCurve(curve)))
  }

  @Test func aStepMayPlugInAnyLoad() throws {
    let scenario = try scenario("{volts: 9}", step: "meter: {load: {recording: t.csv}}")
    guard case .meter(0, let change) = scenario.timeline[0].action else {
      Issue.record("another step")
      return
    }
    #expect(
      try change == MeterChange(load: .program(.recording(LoadRecording(csv: Self.table)))))
    #expect(scenario.attachments == ["t.csv": Self.table], "it travels to the guest")
  }

  /// In test.yaml the load begins in line 4, column 11.
  @Test(arguments: [
    ("{volt: 5}", 12, "unknown key of a load 'volt'"),
    ("{volts: 5A}", 19, "volts is in V or mV, not 'A'"),
    ("{volts: 70}", 19, "volts must be from 0 to 65.535, not 70"),
    ("{volts: 5, ramp: {}}", 11, "a load with 'ramp:' has nothing else beside it"),
    ("{ramp: {}}", 18, "a ramp needs 'from:'"),
    ("{ramp: {from: {}, to: {}, over: 5s}, amperes: 1}", 11, "has nothing else beside it"),
    ("{ramp: {from: {volts: 5}, to: {volts: 9}, over: 5}}", 59, "over has no unit"),
    ("{ramp: {from: {volts: 5}, to: {volts: 9}, over: 1us}}", 59, "over must be at least 1ms"),
    ("{ramp: {from: 5, to: {}, over: 1s}}", 25, "a load must be a mapping (volts: …), not '5'"),
    ("{steps: {loads: []}}", 27, "steps have at least one load"),
    ("{steps: {loads: [{volts: 5}]}}", 28, "a step's load needs 'for:'"),
    ("{sine: {around: {}, period: 1s}}", 18, "nothing changes"),
    ("{noise: {around: {}, volts: 1, seed: -1}}", 48, "seed must be 0 or more"),
    ("{charge: {fullAmperes: 3}}", 20, "the currents of a charge curve fall"),
    ("{charge: {rise: 0s}}", 27, "rise must be at least 1ms"),
    ("{recording: u.csv}", 23, "u.csv: the table was not brought along"),
    ("{recording: [t.csv]}", 23, "the path of a recording must be a text, not a list"),
  ])
  func aLoadThatCannotBeIsAnErrorInItsPlace(_ load: String, column: Int, message: String) {
    let error = error(load)
    #expect(error?.position == SourcePosition(line: 4, column: column), "\(error?.rendered ?? "")")
    #expect(error?.message.contains(message) == true, "\(error?.rendered ?? "")")
  }

  @Test(arguments: [
    ("", "t.csv: there is no line with values"),
    ("s,V\n0,5\n", "t.csv:1: there are no columns for seconds, volts and amperes"),
    (
      "0,5,1\n1,5\n",
      "t.csv:2: there are 2 cells for 3 columns; a decimal comma needs semicolons or tabs between the "
        + "cells"
    ),
    ("0,5,1\n\n1,5V,1\n", "t.csv:3: there is no number for volts"),
    ("1,5,1\n1,5,2\n", "t.csv:2: 1.0 s is no time after the one before it"),
    ("0,70,1\n", "t.csv:1: a load of 70.0 V is outside 0.0 to 65.535 V"),
  ])
  func aTableThatIsNoRecordingIsAnErrorWithItsLine(_ table: String, message: String) {
    let error = error("{recording: t.csv}", tables: ["t.csv": table])
    #expect(error?.message == message)
    #expect(error?.position == SourcePosition(line: 4, column: 23))
  }

  @Test func pathsOfTablesBeginAtTheScenariosFolder() throws {
    var template = Array("/tmp/meterloop-loads-XXXXXX\0".utf8CString)
    let folder = String(cString: try #require(mkdtemp(&template)))
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(Self.table.utf8).write(to: URL(filePath: folder + "/t.csv"))
    try Data([0xFF, 0xFE]).write(to: URL(filePath: folder + "/bytes.csv"))
    try Data(repeating: 10, count: 5 << 20).write(to: URL(filePath: folder + "/long.csv"))
    func load(_ table: String) throws(ScenarioError) -> Scenario {
      let text = "scenario: A\nmeters: [{model: UM25C, load: {recording: \(table)}}]\n"
      return try ScenarioFile.parse(
        Array((text + "timeline: [{wait: 1s}]").utf8), file: folder + "/a.yaml")
    }
    #expect(try load("t.csv").attachments == ["\(folder)/t.csv": Self.table])
    #expect(try load("\(folder)/t.csv").attachments.count == 1)
    for (table, message) in [
      ("u.csv", "u.csv: cannot be read: No such file or directory"),
      (".", ".: not a file that can be read"),
      ("bytes.csv", "bytes.csv: the table is no UTF-8 text"),
      ("long.csv", "long.csv: the table is longer than 4 MB"),
    ] {
      do throws(ScenarioError) {
        _ = try load(table)
        Issue.record("\(table) was read")
      } catch {
        #expect(error.message == message)
        #expect(error.position == SourcePosition(line: 2, column: 43))
      }
    }
  }

  @Test(arguments: LoadForm.all)
  func aLoadCanBeWrittenLikeItsExample(_ form: LoadForm) throws {
    let text = "scenario: A\nmeters: [{model: UM25C, \(form.example)}]\ntimeline: [{wait: 1s}]\n"
    let scenario = try ScenarioFile.parse(
      Array(text.utf8), file: "example.yaml", attachments: ["loads/phone.csv": Self.table])
    #expect(scenario.meters[0].configuration.program != .constant(.none))
  }
}
