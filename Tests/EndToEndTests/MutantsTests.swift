// bench/mutants: where it breaks the code, how it writes that, and how it counts. That it finds planted gaps is
// tested by `make mutants`.

import Foundation
import Testing

@Suite struct MutantsTests {
  @Test func sitesAndReports() throws {
    let tests = try RunningProcess(
      program: "/usr/bin/env",
      arguments: ["python3", "-B", "\(Meterloop.checkout)/bench/mutants/tests/test_sites.py"],
      folder: Meterloop.checkout, environment: [:]
    ).wait()
    #expect(tests.code == 0, "\(tests.all)")
  }
}
