// The host level: what each verb asks of the machine, and that it fires when the machine has seen it.

import Faults
import Testing

@Suite struct HostFaultTests {
  private static let cases: [(name: String, values: [String: FaultValue], asked: [String])] = [
    ("adapterOff", [:], ["powered false", "powered true"]),
    ("bluetoothdRestart", [:], ["end abruptly false", "start"]),
    ("bluetoothdKill", [:], ["end abruptly true", "start"]),
    ("inProgress", [:], ["connect first", "connect no more"]),
    ("notPermitted", ["call": .text("Connect")], ["refuse Connect", "refuse none"]),
    ("unauthorized", [:], ["refuse all", "refuse none"]),
  ]

  @Test(arguments: cases.indices) func itFiresWhenItIsSeenAndEndsOnce(index: Int) throws {
    let (name, values, asked) = Self.cases[index]
    let test = FaultBench()
    let fault = try test.lay(.host, name, values)
    #expect(fault.firings == 0)
    test.host.seen?()
    #expect(fault.firings == 1)
    #expect(test.fired.count == 1)
    fault.lift()
    fault.lift()
    #expect(test.host.asked == asked)
    test.host.seen?()
    #expect(fault.firings == 1)
  }
}
