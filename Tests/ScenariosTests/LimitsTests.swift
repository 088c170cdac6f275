// The first and the last of what a scenario may say are taken, and what lies just beyond is not.

import Testing

@testable import Scenarios

@Suite struct LimitsTests {
  private typealias Limit = (line: String, takes: [String], refuses: [String])

  private func accepts(_ text: String) -> Bool {
    do throws(ScenarioError) {
      _ = try ScenarioFile.parse(Array(text.utf8), file: "test.yaml")
      return true
    } catch { return false }
  }

  private func check(_ limit: Limit, in text: (String) -> String) {
    for value in limit.takes {
      #expect(accepts(text(limit.line.replacing("%", with: value))), "\(limit.line): \(value)")
    }
    for value in limit.refuses {
      #expect(!accepts(text(limit.line.replacing("%", with: value))), "\(limit.line): \(value)")
    }
  }

  private static let ofTheScenario: [Limit] = [
    ("policy: {attemptCap: %}", ["0", "1000", "off"], ["-1", "1001"]),
    ("policy: {pollInterval: %}", ["1ns", "300s"], ["0s"]),
    (
      "covers: [%]", ["RETRY-1", "A-0"],
      ["-1", "RETRY-", "RETRY", "RETRY-1-2", "Retry-1", "RETRY-x"]
    ),
    ("version: %", ["1"], ["0"]),
  ]

  @Test(arguments: ofTheScenario.indices) func ofAScenario(_ index: Int) {
    check(Self.ofTheScenario[index]) {
      "scenario: A\n\($0)\nmeters: [{model: UM25C}]\ntimeline: [{wait: 1s}]\n"
    }
  }

  private static let ofMeters: [Limit] = [
    ("model: UM25C, celsius: %", ["-99", "999"], ["-100", "1000"]),
    ("model: UM25C, dataPlusVolts: %", ["0", "655.35"], ["-0.01", "655.36"]),
    ("model: UM25C, dataMinusVolts: %", ["0", "655.35"], ["-0.01", "655.36"]),
    ("model: UM25C, chargingMode: %", ["0", "0xFFFF"], ["-1", "0x10000"]),
    ("model: UM25C, screenTimeoutMinutes: %", ["0", "9"], ["-1", "10"]),
    ("model: UM25C, backlightLevel: %", ["0", "5"], ["-1", "6"]),
    ("model: UM25C, screenIndex: %", ["0", "5"], ["-1", "6"]),
    ("model: TC66C, serialNumber: %", ["0", "4294967295"], ["-1", "4294967296"]),
    ("model: UM25C, advertising: {flags: %}", ["0", "255"], ["-1", "256"]),
    ("model: UM25C, advertising: {interval: %}", ["20ms", "10.24s"], ["19ms", "10.241s"]),
    ("model: UM25C, mtu: %", ["23", "517"], ["22", "518"]),
  ]

  @Test(arguments: ofMeters.indices) func ofAMeter(_ index: Int) {
    check(Self.ofMeters[index]) { "scenario: A\nmeters: [{\($0)}]\ntimeline: [{wait: 1s}]\n" }
  }

  private static let ofSteps: [Limit] = [
    ("expect: {att: {handle: %}, within: 1s}", ["1", "0xFFFF"], ["0", "0x10000"]),
    (
      "expect: {event: {kind: fault.fired, fault: %}, witness: air, within: 1s}", ["fault-1"],
      ["fault-0", "fault-", "fault-x", "loss"]
    ),
    ("fault: {gatt: error, code: %}", ["0x01", "0xFF"], ["0", "0x100"]),
    ("wait: %", ["1ns", "1s"], ["0s"]),
  ]

  @Test(arguments: ofSteps.indices) func ofAStep(_ index: Int) {
    check(Self.ofSteps[index]) {
      "scenario: A\nmeters: [{model: UM25C}]\ntimeline:\n  - central: connect\n  - \($0)\n"
    }
  }
}
