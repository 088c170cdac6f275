// The adapter's discovery: one call at a time, and what is wanted last holds.

import BlueZ
import Testing

@testable import CoreBluetooth

@Suite struct DiscoveryTests {
  private final class Bench {
    var calls: [String] = []
    var answers: [Discovery.Calls.Done] = []
    private(set) lazy var discovery = Discovery(
      calls: Discovery.Calls(
        setFilter: { [unowned self] in note("filter \($0.uuids.count)", $1) },
        start: { [unowned self] in note("start", $0) }, stop: { [unowned self] in note("stop", $0) }
      ))

    private func note(_ call: String, _ done: @escaping Discovery.Calls.Done) {
      calls.append(call)
      answers.append(done)
    }

    func answer(_ result: Result<Void, BusError> = .success(())) { answers.removeFirst()(result) }
  }

  private let some = DiscoveryFilter(uuids: ["a"])
  private let all = DiscoveryFilter()

  @Test("Filter, then start; another filter while it runs is only set") func starts() {
    let bench = Bench()
    bench.discovery.want(some)
    bench.answer()
    bench.answer()
    bench.discovery.want(some)
    bench.discovery.want(all)
    bench.answer()
    bench.discovery.want(nil)
    #expect(bench.calls == ["filter 1", "start", "filter 0", "stop"])
  }

  @Test("What is wanted while a call is on its way waits, and so does a connect") func waits() {
    let bench = Bench()
    var isSettled = false
    bench.discovery.want(some)
    bench.discovery.want(nil)
    bench.discovery.whenSettled { isSettled = true }
    bench.answer()
    bench.answer()
    #expect(bench.calls == ["filter 1", "start", "stop"])
    #expect(!isSettled)
    bench.answer()
    #expect(isSettled)
  }

  @Test("A refusal is not repeated until something else is wanted") func refused() {
    let bench = Bench()
    bench.discovery.want(some)
    bench.answer(.failure(BusError(.notReady, message: "")))
    #expect(bench.calls == ["filter 1"])
    bench.discovery.want(some)
    #expect(bench.calls == ["filter 1", "filter 1"])
  }

  @Test("After a reset, old answers count for nothing") func reset() {
    let bench = Bench()
    bench.discovery.want(some)
    bench.discovery.reset()
    bench.discovery.want(all)
    bench.answer()
    #expect(bench.calls == ["filter 1", "filter 0"])
    bench.answer()
    #expect(bench.calls == ["filter 1", "filter 0", "start"])
  }

  @Test("One filter for all: the union, or everything") func union() {
    let um = Scan(services: [CBUUID(string: "FFF0")], allowsDuplicates: false)
    let heart = Scan(services: [CBUUID(string: "180D")], allowsDuplicates: true)
    #expect(Scan.filter(for: []) == nil)
    #expect(
      Scan.filter(for: [um, heart])?.uuids == [
        "0000180d-0000-1000-8000-00805f9b34fb", "0000fff0-0000-1000-8000-00805f9b34fb",
      ])
    #expect(Scan.filter(for: [um, .everything])?.uuids == [])
    #expect(um.wants([CBUUID(string: "FFF0")]))
    #expect(!um.wants([CBUUID(string: "180D")]))
    #expect(Scan.everything.wants([]))
    #expect(!Scan(services: [], allowsDuplicates: false).wants([CBUUID(string: "180D")]))
  }
}
