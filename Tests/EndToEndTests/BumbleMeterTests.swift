// A client whose host stack is not BlueZ, on the same air.

import Testing

/// Bumble is a host stack in Python: it has its own L2CAP, attribute protocol and pairing.
@Suite(
  .enabled(if: Meterloop.isThere, Meterloop.reason),
  .enabled(if: Bench.hasPython, "/usr/bin/python3 is not installed"))
struct BumbleMeterTests {
  @Test func aHostStackThatIsNotBlueZReadsEveryMeter() throws {
    let folder = try BenchFolder()
    let python = try PythonPackage.install("bumble==0.0.236", in: folder)
    for meters in EveryMeter.profiles {
      let outcome = try Bench.run(
        ["--adapters", "1"] + meters.options,
        [
          python, Meterloop.checkout + "/Tests/EndToEndTests/Clients/bumble_meters.py",
          "\(meters.spareAdapter)",
        ], in: folder,
        environment: [
          "PYTHONPATH": Meterloop.checkout + "/examples/bleak-client",
          "PYTHONDONTWRITEBYTECODE": "1",
        ])
      #expect(outcome.code == 0, "\(outcome.all)")
      #expect(outcome.output.split(separator: "\n").map(String.init).sorted() == meters.said)
    }
  }
}
