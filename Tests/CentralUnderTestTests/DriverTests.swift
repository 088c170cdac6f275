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
          quit: { [unowned self] in hasQuit = true }))
    }

    func say(_ text: String) { driver?.received(Data(text.utf8)) }
  }

  @Test("The first line says which protocol") func hello() {
    #expect(
      Desk().lines == [
        #"{"capabilities":["configure","connect","disconnect","scan","quit"],"protocol":1}"#
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
      #"{"amperes":0,"celsius":0,"event":"measurement","model":"UM25C","ohms":9999.9,"#
        + #""time_ns":250000000,"volts":5.08,"watts":0}"#,
      #"{"attempt":1,"delay_ns":1000000000,"event":"retry","time_ns":250000000}"#,
    ] {
      #expect(desk.lines.contains(line), "\(desk.lines)")
    }
  }

  @Test("quit is answered before the end") func quit() {
    let desk = Desk()
    desk.say(#"{"id":3,"command":"quit"}"# + "\n")
    #expect(desk.hasQuit)
    #expect(desk.lines.last == #"{"ok":true,"reply":3}"#)
  }
}
