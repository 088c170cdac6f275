// What a file says is what the plan holds.

import FoundationEssentials
import MeterEmulator
import Records
import SharedProtocols
import Testing

@testable import Scenarios

@Suite struct PlanTests {
  private func parse(_ text: String) throws -> Scenario {
    try ScenarioFile.parse(Array(text.utf8), file: "test.yaml")
  }

  @Test(arguments: [
    ("5s", Duration.seconds(5)), ("200ms", .milliseconds(200)), ("1.5s", .milliseconds(1500)),
    ("2min", .seconds(120)), ("0.1s", .milliseconds(100)), ("1 h", .seconds(3600)),
    ("7us", .microseconds(7)), ("0.000000001s", .nanoseconds(1)),
  ])
  func durations(_ written: String, _ duration: Duration) throws {
    let scenario = try parse(Rig.head + "limit: 2h\ntimeline: [{wait: \(written)}]")
    guard case .wait(let wait) = scenario.timeline[0].action else {
      Issue.record("not a wait")
      return
    }
    #expect(wait == duration)
  }

  @Test(arguments: [
    "-1s", "1.s", ".5s", "1e3s", "0s", "25h", "1.0000000001s", "s", "''", "[]", "~",
  ])
  func durationsThatAreNone(_ written: String) {
    #expect(throws: ScenarioError.self) {
      try parse(Rig.head + "timeline: [{wait: \(written)}]")
    }
  }

  @Test func everyKeyOfAMeter() throws {
    let meter = try parse(
      """
      scenario: A meter
      meters:
        - model: tc66c
          profile: factory
          firmware: 1.15
          replyDelay: 0s
          pieceBytes: 20
          samplingInterval: 250ms
          mtu: 23
          refusesWriteRequests: true
          advertising: {name: scanResponse, flags: 0x02, interval: 1s, silentWhileConnected: false}
      timeline: [{wait: 1s}]
      """
    ).meters[0].configuration
    #expect(meter.layout == .newerFactoryTC66C)
    #expect(meter.name == "BT24-M")
    #expect(meter.program == .constant(.none))
    #expect(meter.replyDelay == .zero)
    #expect(meter.line == SerialLine(pieceByteCount: 20))
    #expect(meter.samplingInterval == .milliseconds(250))
    #expect(meter.largestMTUBytes == 23)
    #expect(meter.refusesWriteRequests)
    #expect(
      meter.advertising
        == AdvertisingStyle(
          flags: 2, interval: .seconds(1), name: .scanResponse, isSilentWhileConnected: false))
  }

  @Test func everything() throws {
    let scenario = try parse(
      """
      scenario: Everything
      covers: [RETRY-1, DISC-2]
      meters:
        - {model: um25c, profile: documented, name: First, load: {volts: 5080mV, amperes: 1.2}}
        - {model: UM25C, name: Second}
      central: {command: [python3, client.py]}
      policy: {attemptCap: 7, connectTimeout: off}
      limit: 5min
      timeline:
        - central: {connect: Second}
        - fault: {link: disconnect, reason: 0x08, meter: Second, for: 3s}
        - lift: {link: disconnect}
        - meter: {name: Second, load: {amperes: 2}}
      """)
    #expect(scenario.title == "Everything")
    #expect(scenario.covers == ["RETRY-1", "DISC-2"])
    #expect(scenario.meters.map(\.name) == ["First", "Second"])
    #expect(
      try scenario.meters[0].configuration.program == .constant(Load(volts: 5.08, amperes: 1.2)))
    #expect(scenario.centrals.map(\.program) == [.command(["python3", "client.py"])])
    #expect(scenario.policy.attemptCap == 7)
    #expect(scenario.policy.connectTimeout == nil)
    #expect(scenario.limit == .seconds(300))
    #expect(scenario.timeline.map(\.position.line) == [10, 11, 12, 13])
    guard case .central(0, .connect(name: "Second")) = scenario.timeline[0].action,
      case .fault(let fault) = scenario.timeline[1].action,
      case .lift(fault: "link.disconnect") = scenario.timeline[2].action,
      case .meter(1, let change) = scenario.timeline[3].action
    else {
      Issue.record("other steps")
      return
    }
    #expect(fault.meter == 1)
    #expect(fault.duration == .seconds(3))
    #expect(fault.name == "link.disconnect")
    #expect(change == MeterChange(load: .steady(volts: nil, amperes: 2)))
    #expect(scenario.listing == "test.yaml\tEverything\tRETRY-1 DISC-2")
    for (filter, isMeant) in [("every", true), ("TEST.y", true), ("disc-2", true), ("disc", false)]
    {
      #expect(scenario.isMeant(by: filter) == isMeant, "\(filter)")
    }
  }

  @Test(arguments: [
    ("{model: UM25C}", "{}", MeterProfile.documented, Duration.milliseconds(500)),
    ("{model: UM25C}, {model: UM34C, profile: factory}", "{}", .factory, .milliseconds(500)),
    ("{model: UM25C, profile: factory}", "{profile: documented}", .documented, .milliseconds(500)),
    ("{model: UM25C}", "{profile: factory, pollInterval: 1min}", .factory, .seconds(60)),
  ])
  func whichMetersTheCentralIsFor(
    _ meters: String, _ policy: String, _ profile: MeterProfile, _ pollInterval: Duration
  ) throws {
    let scenario = try parse(
      "scenario: For\nmeters: [\(meters)]\npolicy: \(policy)\ntimeline: [{wait: 1s}]")
    #expect(scenario.policy.profile == profile)
    #expect(scenario.policy.pollInterval == pollInterval)
  }

  @Test(
    arguments: [
      ("{model: UM25C}", "volts: 5.08", 0.001),
      ("{model: TC66C, profile: factory}", "volts: 5", 0.0001),
      ("{model: TC66C}", "watts: 6.1", 1), ("{model: UM34C}", "dataPlusVolts: 600mV", 0.01),
      ("{model: UM34C}", "group9MilliwattHours: 5", nil),
    ] as [(String, String, Double?)])
  func aMeasurementIsExactToWhatTheMeterResolves(
    _ meter: String, _ value: String, _ tolerance: Double?
  ) throws {
    let scenario = try parse(
      "scenario: Exact\nmeters: [\(meter)]\ntimeline: [{expect: {measurement: {\(value)}}}]")
    guard case .expect(let expectation) = scenario.timeline[0].action,
      case .seen(let pattern, _, _) = expectation.subject, let match = pattern.details.first?.match
    else {
      Issue.record("another step")
      return
    }
    switch match {
    case .near(_, let found): #expect(found == tolerance)
    case .equals: #expect(tolerance == nil)
    }
  }

  @Test(
    arguments: [
      ("", nil), (", tolerance: 2", 2), (", tolerance: {group9MilliwattHours: 3}", 3),
    ] as [(String, Double?)])
  func aCounterIsExactUnlessAToleranceIsSaid(_ said: String, _ tolerance: Double?) throws {
    let scenario = try parse(
      """
      scenario: Counted
      meters: [{model: UM25C}]
      timeline: [{expect: {measurement: {group9MilliwattHours: 50}\(said)}}]
      """)
    guard case .expect(let expectation) = scenario.timeline[0].action,
      case .seen(let pattern, _, _) = expectation.subject, let match = pattern.details.first?.match
    else {
      Issue.record("another step")
      return
    }
    #expect(match.accepts(.integer(50)))
    let off = Int(tolerance ?? 0)
    #expect(match.accepts(.integer(50 - off)) && match.accepts(.integer(50 + off)))
    #expect(!match.accepts(.integer(51 + off)) && !match.accepts(.integer(49 - off)))
  }

  @Test(arguments: [
    "identification/um25c-measured", "communication/bad-tail", "discovery/never-answered",
    "reconnect/out-of-range", "reconnect/manual-disconnect",
  ])
  func theShippedScenariosAreScenarios(_ name: String) throws {
    let path = GoldenFiles.root + "scenarios/\(name).yaml"
    let scenarios = try ScenarioFile.load(path)
    #expect(scenarios.count == 1 && !scenarios[0].covers.isEmpty)
  }
}
