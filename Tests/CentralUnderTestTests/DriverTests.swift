// The driver protocol's lines, both ways.

import CoreBluetooth
import SharedProtocols
import Testing

@testable import CentralUnderTest

@Suite struct DriverTests {
  /// A driver whose lines and wishes are kept.
  private final class Desk {
    let rig = Rig()
    var lines: [String] = []
    var connectTimeouts: [Duration?] = []
    var backgrounds: [Bool] = []
    var hasQuit = false
    private(set) var driver: DriverCentral?

    init() {
      driver = DriverCentral(
        rig.manager,
        DriverCentral.Surroundings(
          write: { [unowned self] in
            lines += String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init)
          },
          now: { [unowned self] in rig.clock.now.nanoseconds },
          setConnectTimeout: { [unowned self] in connectTimeouts.append($0) },
          setIsInBackground: { [unowned self] in backgrounds.append($0) },
          quit: { [unowned self] in hasQuit = true }))
    }

    func say(_ text: String) { driver?.received(Data(text.utf8)) }
  }

  @Test("The first line says which protocol") func hello() {
    #expect(
      Desk().lines == [
        #"{"capabilities":["configure","connect","disconnect","scan","send","background","foreground","quit"],"protocol":1}"#
      ])
  }

  @Test("Commands may come in any pieces; each is answered by its id") func pieces() {
    let desk = Desk()
    desk.say("{\"protocol\":1,\"capabilities\":[]}\n{\"id\":7,\"comm")
    desk.say("and\":\"scan\"}\n{\"id\":8,\"command\":\"dance\"}\n\n")
    #expect(desk.rig.radio.asked.count == 1)
    #expect(
      desk.lines.dropFirst() == [
        #"{"ok":true,"reply":7}"#,
        #"{"error":"there is no command 'dance'","ok":false,"reply":8}"#,
      ])
  }

  @Test("send: bytes in hex, once there is a meter to tell") func send() throws {
    let desk = Desk()
    desk.say(#"{"id":1,"command":"send","bytes":"F4"}"# + "\n")
    try desk.rig.connect()
    desk.rig.discover()
    try desk.rig.answer()
    desk.say(#"{"id":2,"command":"send","bytes":"00 F0"}"# + "\n")
    desk.say(#"{"id":3,"command":"send","bytes":"0"}"# + "\n")
    desk.say(#"{"id":4,"command":"send"}"# + "\n")
    desk.rig.tell(.wrote(desk.rig.device, nil))
    let lines = desk.lines.filter { $0.contains("reply") || $0.contains("sent") }
    #expect(
      lines == [
        #"{"error":"no meter is ready for commands (peripheralNotConnected)","ok":false,"reply":1}"#,
        #"{"ok":true,"reply":2}"#,
        #"{"error":"a hex digit stands alone; a byte has two","ok":false,"reply":3}"#,
        #"{"error":"the bytes are missing","ok":false,"reply":4}"#,
        #"{"bytes":"00f0","event":"sent","time_ns":0}"#,
      ])
  }

  @Test("configure: null means no limit, what is missing stays") func configure() {
    let desk = Desk()
    desk.say(
      #"{"id":1,"command":"configure","policy":{"attemptCap":null,"measurementTimeoutSeconds":1.5}}"#
        + "\n")
    #expect(desk.rig.manager.settings.attemptCap == nil)
    #expect(desk.rig.manager.settings.measurementTimeout == .milliseconds(1500))
    #expect(desk.rig.manager.settings.discoveryTimeout == .seconds(5))
    #expect(desk.connectTimeouts == [])
    desk.say(
      #"{"id":2,"command":"configure","policy":{"connectTimeoutSeconds":null,"attemptCap":7}}"#
        + "\n")
    #expect(desk.connectTimeouts == [nil])
    #expect(desk.rig.manager.policy.attemptCap == 7)
  }

  @Test("A command that cannot be met is refused with its reason") func refused() {
    let desk = Desk()
    desk.say(#"{"id":1,"command":"disconnect"}"# + "\n")
    #expect(
      desk.lines.last
        == #"{"error":"no meter is connected or being connected to","ok":false,"reply":1}"#)
  }

  @Test("connect: the meter of that name, and any other is let be") func named() {
    let desk = Desk()
    desk.rig.sight(name: "UM34C-0001")
    desk.say(#"{"id":1,"command":"connect","name":"UM25C-7F3A"}"# + "\n")
    #expect(desk.rig.radio.times(of: .connect) == [])
    desk.rig.sight()
    #expect(desk.rig.radio.times(of: .connect) == [0])
  }

  @Test("Events carry their time, their fields and their units") func events() throws {
    let desk = Desk()
    desk.rig.clock.advance(by: .milliseconds(250))
    desk.rig.sight()
    desk.say(#"{"id":1,"command":"connect","name":"UM25C-7F3A"}"# + "\n")
    desk.rig.tell(.connected(desk.rig.device))
    desk.rig.discover()
    try desk.rig.answer(volts: 5.08)
    desk.rig.drop()
    for line in [
      #"{"event":"discovered","name":"UM25C-7F3A","rssi_dBm":-60,"time_ns":250000000}"#,
      #"{"event":"identified","model":"UM25C","name":"UM25C-7F3A","time_ns":250000000}"#,
      #"{"event":"state","previous":"peripheralNotConnected","#
        + #""state":"peripheralConnectionPending","time_ns":250000000}"#,
      #"{"attempt":1,"delay_ns":1000000000,"event":"retry","time_ns":250000000}"#,
    ] {
      #expect(desk.lines.contains(line), "\(desk.lines)")
    }
  }

  /// What a desk tells of an event, by field.
  private func fields(of event: CentralEvent) -> [String: DriverValue] {
    DriverLine.event(event, at: 7)
  }

  @Test("A UM's measurement has all that the frame has, and what its documents do not allow")
  func umMeasurement() {
    var measurement = UMMeasurement()
    measurement.volts = 5.08
    measurement.celsius = 27
    measurement.selectedGroup = 3
    measurement.groups[3] = DataGroup(milliampereHours: 12, milliwattHours: 61)
    measurement.chargingMode.number = 0xFFFF
    measurement.backlightLevel = 77
    let line = fields(
      of: .measurement(.um(UMFrame(model: .um25c, measurement: measurement))))
    let expected: [String: DriverValue] = [
      "event": .text("measurement"), "time_ns": .integer(7), "model": .text("UM25C"),
      "volts": .number(5.08), "celsius": .integer(27), "ohms": .number(9999.9),
      "selectedGroup": .integer(3), "group3MilliampereHours": .integer(12),
      "group3MilliwattHours": .integer(61), "group9MilliwattHours": .integer(0),
      "chargingMode": .integer(0xFFFF), "recordingThresholdAmperes": .number(0),
      "undocumented": .text("chargingMode, backlightLevel"),
    ]
    for (name, value) in expected { #expect(line[name] == value, "\(name)") }
    #expect(line["unknownByte"] == nil, "only a UM34C has it")
    #expect(line.keys.allSatisfy { !$0.contains("[") })
  }

  @Test("A TC66C's measurement has its own fields, and no Celsius, which its frame does not tell")
  func tc66cMeasurement() {
    var measurement = TC66Measurement()
    measurement.volts = 5.1609
    measurement.temperatureDegrees = -4
    measurement.groups[1].milliwattHours = 5
    let line = fields(of: .measurement(.tc66c(TC66Frame(measurement: measurement))))
    let expected: [String: DriverValue] = [
      "model": .text("TC66C"), "volts": .number(5.1609), "temperatureDegrees": .integer(-4),
      "firmware": .text("1.18"), "group1MilliwattHours": .integer(5),
    ]
    for (name, value) in expected { #expect(line[name] == value, "\(name)") }
    #expect(line["celsius"] == nil)
    #expect(line["undocumented"] == nil)
    #expect(line.keys.allSatisfy { !$0.contains("[") })
  }

  @Test("A documented TC66C's measurement has watts and amperes and no more")
  func documentedTC66CMeasurement() throws {
    let value = try TC66DocumentedValue(watts: 6.9, amperes: 1.2)
    #expect(
      fields(of: .measurement(.documentedTC66C(value))) == [
        "event": .text("measurement"), "time_ns": .integer(7), "model": .text("TC66C"),
        "watts": .number(6), "amperes": .number(1),
      ])
  }

  @Test(
    "Every rejection says in one word what is wrong, and what was expected and found",
    arguments: [
      (.um(.length(found: 100)), "length", nil, "130", "100"),
      (.um(.modelID(found: 0x0909)), "modelId", nil, nil, "0909"),
      (.um(.tail(expected: [0xFF, 0xF1], found: [0xFF, 0])), "tail", nil, "FF F1", "FF 00"),
      (.tc66c([.length(found: 180)]), "length", nil, "192", "180"),
      (
        .tc66c([.checksum(block: 2, expected: 0x816A, found: 0x29), .length(found: 1)]), "crc", 2,
        "816A", "0029"
      ),
      (
        .tc66c([.checksum(block: 3, expected: 0x0528, found: 0x10528)]), "crc", 3, "0528",
        "00010528"
      ),
      (.documentedTC66C(.length(found: 2)), "length", nil, "3", "2"),
      (.documentedTC66C(.flags(found: 0x06)), "flags", nil, nil, "06"),
      (.otherModel(found: .um24c, expected: .um25c), "modelId", nil, "UM25C", "UM24C"),
    ] as [(Rejection, String, Int64?, String?, String)])
  func rejected(
    rejection: Rejection, reason: String, block: Int64?, expected: String?, found: String
  ) {
    let line = fields(of: .rejected(rejection))
    #expect(line["reason"] == .text(reason))
    #expect(line["block"] == block.map { .integer($0) })
    #expect(line["expected"] == expected.map { .text($0) })
    #expect(line["found"] == .text(found))
    #expect(line["detail"] == .text("\(rejection)"))
  }

  @Test("configure says which meters are wanted and how often they are asked") func profile() {
    let desk = Desk()
    desk.say(
      #"{"id":1,"command":"configure","policy":{"profile":"factory","pollIntervalSeconds":60}}"#
        + "\n")
    #expect(desk.rig.manager.settings.profile == .factory)
    #expect(desk.rig.manager.settings.pollInterval == .seconds(60))
    desk.say(
      #"{"id":2,"command":"configure","policy":{"profile":"home-made","attemptCap":7}}"# + "\n")
    #expect(desk.lines.last == #"{"error":"there is no profile 'home-made'","ok":false,"reply":2}"#)
    #expect(desk.rig.manager.settings.profile == .factory)
    #expect(desk.rig.manager.settings.attemptCap == 3, "nothing of it holds")
  }

  @Test("quit is answered before the end") func quit() {
    let desk = Desk()
    desk.say(#"{"id":3,"command":"quit"}"# + "\n")
    #expect(desk.hasQuit)
    #expect(desk.lines.last == #"{"ok":true,"reply":3}"#)
  }
}
