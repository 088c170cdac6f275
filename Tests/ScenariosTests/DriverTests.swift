// The driver protocol: good lines become records and replies, and no bytes break it.

import Records
import Scenarios
import TestSupport
import Testing

@Suite struct DriverTests {
  final class Line {
    let scheduler = ManualScheduler()
    let records = RecordStream()
    var written = ""
    var complaints: [CentralMisbehaviour] = []
    private(set) var driver: CentralDriver

    init(limits: CentralDriver.Limits = CentralDriver.Limits()) {
      var write: ([UInt8]) -> Void = { _ in }
      var complain: (CentralMisbehaviour) -> Void = { _ in }
      driver = CentralDriver(
        scheduler: scheduler, records: records, limits: limits, output: { write($0) },
        misbehaved: { complain($0) })
      write = { [unowned self] in written += String(decoding: $0, as: UTF8.self) }
      complain = { [unowned self] in complaints.append($0) }
      scheduler.advance(by: .seconds(10))
    }

    func receive(_ text: String) { driver.receive(Array(text.utf8)) }

    func hello() { receive("{\"protocol\":1,\"capabilities\":[\"background\"]}\n") }
  }

  let line = Line()

  @Test func commandsWaitForTheHello() {
    line.driver.start()
    #expect(line.written == "{\"capabilities\":[],\"protocol\":1}\n")
    line.written = ""
    line.driver.send(.connect(name: "UM25C-7F3A")) { _ in }
    line.driver.send(.disconnect) { _ in }
    line.driver.send(.send([0x00, 0xF0])) { _ in }
    #expect(line.written.isEmpty)
    line.hello()
    #expect(
      line.written == """
        {"command":"connect","id":1,"name":"UM25C-7F3A"}
        {"command":"disconnect","id":2}
        {"bytes":"00f0","command":"send","id":3}

        """)
    #expect(line.driver.speaks)
    #expect(line.driver.capabilities == ["background"])
  }

  @Test func configureCarriesThePolicy() {
    line.hello()
    var policy = CentralPolicy()
    policy.attemptCap = nil
    policy.measurementTimeout = .milliseconds(1500)
    line.driver.send(.configure(policy)) { _ in }
    #expect(
      line.written == """
        {"command":"configure","id":1,"policy":{"attemptCap":null,"connectTimeoutSeconds":30,\
        "measurementTimeoutSeconds":1.5,"pollIntervalSeconds":0.5,"profile":"documented",\
        "serviceDiscoveryTimeoutSeconds":5}}

        """)
  }

  @Test func repliesReachTheirCommands() {
    line.hello()
    var replies: [Int: CommandReply] = [:]
    for number in 1...3 { line.driver.send(.scan) { replies[number] = $0 } }
    line.receive("{\"reply\":3,\"ok\":true}\n{\"reply\":1,\"ok\":false,\"error\":\"off\"}\n")
    #expect(replies == [1: .refused("off"), 3: .accepted])
  }

  @Test func eventsBecomeRecordsHoweverTheyAreCut() throws {
    line.hello()
    let text = """
      {"event":"measurement","time_ns":9500000000,"volts":5.08,"celsius":25,"x":null,"y":[1,{"a":"/"}]}

      """
    for byte in text.utf8 { line.driver.receive([byte]) }
    let record = try #require(line.records.records.first)
    #expect(record.time == VirtualTime(nanoseconds: 9_500_000_000))
    #expect(record.witness == .central)
    #expect(record.kind == "measurement")
    #expect(
      record.details == [
        "volts": .number(5.08), "celsius": .integer(25), "y": .text("[1,{\"a\":\"/\"}]"),
      ])
  }

  @Test(arguments: [
    ("", 10_000_000_000), ("\"time_ns\":11000000000,", 10_000_000_000),
    ("\"time_ns\":0,", 9_000_000_000), ("\"time_ns\":\"soon\",", 10_000_000_000),
  ])
  func aTimeThatCannotBeIsMended(_ field: String, _ nanoseconds: Int64) {
    line.hello()
    line.receive("{\(field)\"event\":\"log\"}\n")
    #expect(line.records.records.map(\.time.nanoseconds) == [nanoseconds])
  }

  @Test func timeDoesNotRunBackwards() {
    line.hello()
    line.receive(
      "{\"event\":\"a\",\"time_ns\":9900000000}\n{\"event\":\"b\",\"time_ns\":9800000000}\n")
    #expect(line.records.records.map(\.time.nanoseconds) == [9_900_000_000, 9_900_000_000])
  }

  @Test(arguments: [
    "hello\n", "{\n", "[]\n", "\"event\"\n", "{}\n", "{\"event\":1}\n", "{\"event\":\"\"}\n",
    "{\"reply\":1,\"ok\":true}\n", "{\"reply\":\"1\"}\n", "{\"event\":\"a\"\u{0}}\n",
  ])
  func garbageIsNamed(_ text: String) throws {
    line.hello()
    line.receive(text)
    line.receive("{\"event\":\"late\"}\n")
    #expect(line.complaints.count == 1)
    guard case .garbage(let quoted) = line.complaints.first else {
      Issue.record("not garbage")
      return
    }
    #expect(quoted.hasPrefix("'\(text.first.map(String.init) ?? "")"))
    #expect(line.records.records.isEmpty)
  }

  @Test func anEventBeforeTheHelloIsGarbage() {
    line.receive("{\"event\":\"ready\"}\n")
    #expect(line.complaints == [.garbage("'{\"event\":\"ready\"}'")])
  }

  @Test func anotherVersionIsNamed() {
    line.receive("{\"protocol\":2}\n")
    #expect(line.complaints == [.version(2)])
  }

  @Test func bytesThatAreNoTextAreGarbage() {
    line.hello()
    line.driver.receive([0xFF, 0x1B, 0x0A])
    #expect(line.complaints == [.garbage("'\u{FFFD}\u{FFFD}'")])
  }

  @Test func nestingBreaksNothing() {
    line.hello()
    line.receive(String(repeating: "[", count: 60_000) + "\n")
    #expect(line.complaints.count == 1)
  }

  @Test func floodsAreCutOff() {
    var limits = CentralDriver.Limits()
    limits.lineBytes = 100
    limits.totalBytes = 1000
    let long = Line(limits: limits)
    long.hello()
    long.receive(String(repeating: "x", count: 101))
    #expect(long.complaints == [.endlessLine(bytes: 100)])
    let flood = Line(limits: limits)
    flood.hello()
    for _ in 0..<1000 { flood.receive("{\"event\":\"log\"}\n") }
    #expect(flood.complaints == [.flood(of: "the driver line", bytes: 1000)])
    #expect(flood.records.records.count < 70)
  }

  @Test func linesAreCountedBySecond() {
    var limits = CentralDriver.Limits()
    limits.linesPerSecond = 10
    let line = Line(limits: limits)
    line.hello()
    for _ in 0..<3 {
      line.scheduler.advance(by: .seconds(1))
      for _ in 0..<10 { line.receive("{\"event\":\"log\"}\n") }
    }
    #expect(line.complaints.isEmpty)
    line.receive("{\"event\":\"log\"}\n")
    #expect(line.complaints == [.hail(lines: 10)])
    #expect(line.records.records.count == 30)
  }
}
