// Loads that change by themselves, as a guest's meter has them: what the central reads is what the
// program says of that time.

import Foundation
import Testing

extension EndToEnd {
  @Suite struct LoadScenarioTests {
    private static let text = """
      scenario: Every form of load
      meters:
        - model: UM25C
          load: {recording: tables/start.csv}
      policy: {pollInterval: 1s}
      timeline:
        - central: connect
        - expect: {measurement: {volts: 12, amperes: 3}, within: 5s}
        - meter: {load: {steps: {loads: [{volts: 5, for: 3s}, {volts: 9, amperes: 2, for: 3s}]}}}
        - expect: {measurement: {volts: 5, amperes: 0}, within: 2s}
        - expect: {measurement: {volts: 9, amperes: 2}, within: 4s}
        - meter: {load: {ramp: {from: {volts: 9, amperes: 2}, to: {volts: 20, amperes: 1}, over: 4s}}}
        - expect: {measurement: {volts: 14.5, amperes: 1.5}, tolerance: {volts: 3, amperes: 0.3}, within: 4s}
        - expect: {measurement: {volts: 20, amperes: 1}, within: 4s}
        - meter: {load: {sine: {around: {volts: 10}, volts: 5, period: 4s}}}
        - expect: {measurement: {volts: 14}, tolerance: 1, within: 6s}
        - expect: {measurement: {volts: 6}, tolerance: 1, within: 6s}
        - meter: {load: {noise: {around: {volts: 10, amperes: 1}, volts: 1, every: 1h, seed: 3}}}
        - expect: {measurement: {amperes: 1}, within: 2s}
        - meter: {load: {recording: tables/end.csv}}
        - expect: {measurement: {volts: 7, amperes: 0.7}, within: 4s}
        - meter: {load: {charge: {volts: 15, amperes: 3, attachAfter: 1ms, negotiation: 1ms, rise: 1ms}}}
        - expect: {measurement: {volts: 15, amperes: 3}, within: 2s}
      """

    /// The tables lie beside the scenario, in a folder that the guest does not see.
    @Test func everyFormReachesTheCentral() throws {
      let workspace = try Workspace()
      try workspace.write("V,A,s\n12,3,0\n12,3,9\n", to: "suite/tables/start.csv")
      try workspace.write("0;1;0.1\n2;7;0.7\n", to: "suite/tables/end.csv")
      try workspace.write(Self.text, to: "suite/a.yaml")
      let outcome = try workspace.test(["suite/a.yaml"])
      #expect(outcome.code == 0, "\(outcome.all)")
    }

    @Test func aTableThatIsNoRecordingMakesTheScenarioUnreadable() throws {
      let workspace = try Workspace()
      try workspace.write("V,A,s\n12,3,0\n12,3A,9\n", to: "suite/tables/start.csv")
      try workspace.write("0;1;0.1\n", to: "suite/tables/end.csv")
      try workspace.write(Self.text, to: "suite/a.yaml")
      let outcome = try workspace.test(["suite/a.yaml"])
      #expect(outcome.code == 2)
      #expect(
        outcome.all.contains(
          "suite/a.yaml:4:23: error: tables/start.csv:3: there is no number for amperes"),
        "\(outcome.all)")
    }
  }
}
