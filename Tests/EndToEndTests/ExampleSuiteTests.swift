// The centrals of examples/ pass their own suites. (The built-in central's suite is scenarios/, which
// ShippedScenarioTests run.)

import Foundation
import Testing

extension EndToEnd {
  @Suite struct ExampleSuiteTests {
    /// Runs scenarios of the checkout, where their programs are found.
    private func judge(_ arguments: [String]) throws -> SuiteJSON {
      let workspace = try Workspace()
      let outcome = try Meterloop.run(
        ["test"] + arguments + [
          "--results", "\(workspace.path)/results", "--json", "\(workspace.path)/report.json",
        ])
      #expect(outcome.code == 0, "\(outcome.all)")
      return try SuiteJSON(workspace.read("report.json"))
    }

    @Test("The bleak client", .enabled(if: Bench.hasBleak, Bench.bleakReason)) func bleak() throws {
      let report = try judge([
        "examples/bleak-client", "examples/own-central",
      ])
      #expect(report.results.count > 45)
    }

    @Test("The Core Bluetooth app") func coreBluetooth() throws {
      let report = try judge([
        "examples/core-bluetooth/meter-app", "--central", "[\(try BuiltProgram.path("MeterApp"))]",
      ])
      #expect(report.results.count > 7)
    }

    @Test func theAppStandsOnCoreBluetoothAlone() throws {
      let folder = "\(Meterloop.checkout)/examples/core-bluetooth/MeterApp"
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        let imports = text.matches(of: /^import (\w+)$/.anchorsMatchLineEndings()).map(\.1)
        #expect(imports == ["CoreBluetooth"], "\(name)")
      }
    }
  }
}
