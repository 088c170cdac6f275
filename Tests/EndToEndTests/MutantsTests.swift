// bench/mutants: where it breaks the code and how it counts, and that it finds gaps which were planted.

import Foundation
import Testing

@Suite struct MutantsTests {
  @Test func sitesAndReports() throws { try passes("test_sites.py") }

  @Test(.enabled(if: Meterloop.isThere, Meterloop.reason))
  func plantedGapsAreFound() throws { try passes("test_planted.py") }

  private func passes(_ file: String) throws {
    let tests = try RunningProcess(
      program: "/usr/bin/env",
      arguments: ["python3", "-B", "\(Meterloop.checkout)/bench/mutants/tests/\(file)"],
      folder: Meterloop.checkout, environment: [:]
    ).wait()
    #expect(tests.code == 0, "\(tests.all)")
  }
}
