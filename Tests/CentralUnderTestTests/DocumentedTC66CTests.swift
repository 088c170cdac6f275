// A TC66C as the documents have it: it sends by itself, and is only listened to.

import CoreBluetooth
import SharedProtocols
import Testing

@testable import CentralUnderTest

@Suite struct DocumentedTC66CTests {
  private static let table: Factory.Table = [("180D", [("2A37", [.notify])])]

  private func ready(_ table: Factory.Table = table) throws -> Rig {
    let rig = Rig()
    rig.sight(name: "TC66-7F3A", services: [CBUUID(string: "180D")])
    try rig.connect()
    rig.discover(table)
    return rig
  }

  private func watts(_ rig: Rig) -> [UInt8] {
    rig.events.compactMap {
      if case .measurement(.documentedTC66C(let value)) = $0 { value.watts } else { nil }
    }
  }

  @Test("COMM-2: it is subscribed to and never asked; high byte watts, low byte amperes")
  func listens() throws {
    let rig = try ready()
    #expect(rig.radio.asked.last?.1 == .subscribe(CBUUID(string: "2A37")))
    for second in 1...20 {
      rig.clock.advance(by: .seconds(1))
      rig.send([0x01, 2, UInt8(second)])
    }
    #expect(watts(rig) == Array(1...20))
    #expect(rig.timeouts == [])
    #expect(rig.radio.asked.last?.1 == .subscribe(CBUUID(string: "2A37")))
    #expect(
      rig.states == [
        .peripheralConnectionPending, .peripheralConnected, .discoveringServices,
        .discoveringCharacteristics, .peripheralReady, .communicating, .dataIsAvailable,
      ])
  }

  @Test("Notifications are values one by one: nothing is put together across them")
  func invalid() throws {
    let rig = try ready()
    for bytes in [[0x00, 2, 3], [0x01, 2], [0x01, 2, 3, 4], [], [0x17, 2, 9]] as [[UInt8]] {
      rig.tell(.received(rig.device, bytes))
    }
    #expect(
      rig.rejections == [
        .documentedTC66C(.flags(found: 0)), .documentedTC66C(.length(found: 2)),
        .documentedTC66C(.length(found: 4)), .documentedTC66C(.length(found: 0)),
      ])
    #expect(watts(rig) == [9])
    #expect(rig.radio.times(of: .cancel) == [])
  }

  @Test("COMM-5: 3 s without a notification time out; three times in a row, and it is mute")
  func mute() throws {
    let rig = try ready()
    rig.clock.advance(by: .seconds(2))
    rig.send([0x01, 2, 3])
    rig.clock.advance(by: .milliseconds(2999))
    #expect(rig.timeouts == [])
    rig.clock.advance(by: .milliseconds(3001))
    #expect(rig.timeouts == [.measurement, .measurement])
    rig.send([0x00, 2, 3])
    rig.clock.advance(by: .milliseconds(8999))
    #expect(rig.radio.times(of: .cancel) == [], "what is invalid came all the same")
    rig.clock.advance(by: .milliseconds(1))
    #expect(rig.radio.times(of: .cancel) == [17_000])
    rig.tell(.disconnected(rig.device, nil))
    rig.clock.advance(by: .seconds(1))
    #expect(rig.radio.times(of: .connect) == [0, 18_000])
  }

  @Test("DISC-3: without 2A37 that notifies it is incompatible")
  func lacking() throws {
    for table in [[("180D", [])], [("180D", [("2A37", .read)])]] as [Factory.Table] {
      let rig = try ready(table)
      #expect(rig.incompatibilities.count == 1)
    }
  }

  @Test("IDENT-3: with a UM's name it is unknown, and its values are not taken")
  func contradicts() throws {
    let rig = Rig()
    rig.sight(name: "UM25C-7F3A", services: [CBUUID(string: "180D")])
    try rig.connect()
    rig.discover(Self.table)
    rig.send([0x01, 2, 3])
    #expect(rig.rejections == [.otherModel(found: .tc66c, expected: .um25c)])
    #expect(rig.identities == [nil])
  }
}
