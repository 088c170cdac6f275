// docs/fault-lanes.md says what runs show: it is made again, by all the runs that it is made of.

import Foundation
import Testing

extension EndToEnd {
  @Suite(.enabled(if: Bench.hasBleak, Bench.bleakReason))
  struct FaultLanesTests {
    @Test func thePageIsWhatTheRunsShow() throws {
      let process = try RunningProcess(
        program: "\(Meterloop.checkout)/bench/fault-lanes",
        arguments: [try #require(Meterloop.path), try BuiltProgram.path("MeterApp")],
        folder: Meterloop.checkout, environment: [:])
      let outcome = process.wait()
      // A suite that fails, or a fault that no scenario proves.
      #expect(outcome.code == 0, "\(outcome.errors)")
      let page = try String(
        contentsOfFile: "\(Meterloop.checkout)/docs/fault-lanes.md", encoding: .utf8)
      #expect(outcome.output == page, "make fault-lanes writes it anew")
    }
  }
}
