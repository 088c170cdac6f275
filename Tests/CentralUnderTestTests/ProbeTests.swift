// A device with a serial bridge and a name that tells nothing.

import CoreBluetooth
import SharedProtocols
import Testing

@testable import CentralUnderTest

@Suite struct ProbeTests {
  private static let asUM = Asked.write(Factory.umRequest, Factory.bridgeWrite)
  private static let asTC66C = Asked.command(Factory.tc66cRequest, Factory.bridgeWrite)

  @Test("F0 first, after 3 s bgetva; who answers that is a TC66C and is asked so from then on")
  func tc66c() throws {
    let rig = try Rig.factory("BT24-M", Factory.newer)
    rig.tell(.wrote(rig.device, nil))
    rig.clock.advance(by: .milliseconds(2999))
    #expect(rig.radio.times(of: Self.asTC66C) == [])
    rig.clock.advance(by: .milliseconds(501))
    rig.send(try Factory.tc66cFrame(), piece: 20)
    rig.clock.advance(by: .milliseconds(500))
    #expect(rig.radio.times(of: Self.asUM) == [0])
    #expect(rig.radio.times(of: Self.asTC66C) == [3000, 4000])
    #expect(rig.measurements == [5.1609], "the answer to the probe is a measurement already")
    #expect(rig.identities == [nil, .tc66c])
    #expect(rig.rejections == [])
  }

  @Test("After a reconnect it is known and not probed again")
  func remembered() throws {
    let rig = try Rig.factory("BT24-M", Factory.newer)
    rig.tell(.wrote(rig.device, nil))
    rig.clock.advance(by: .seconds(3))
    rig.send(try Factory.tc66cFrame())
    rig.drop()
    rig.clock.advance(by: .seconds(1))
    rig.tell(.connected(rig.device))
    rig.discover(Factory.newer)
    #expect(rig.radio.times(of: Self.asUM) == [0])
    #expect(rig.radio.times(of: Self.asTC66C) == [3000, 4000])
  }

  @Test("Who answers F0 is the UM that its frame names", arguments: UMModel.allCases)
  func um(model: UMModel) throws {
    let rig = try Rig.factory(nil, Factory.um)
    rig.tell(.wrote(rig.device, nil))
    rig.clock.advance(by: .milliseconds(200))
    rig.send(try Rig.frame(model: model), piece: 20)
    #expect(rig.identities == [nil, model.meterModel])
    rig.clock.advance(by: .seconds(3))
    #expect(rig.radio.times(of: Self.asTC66C) == [])
    #expect(rig.radio.times(of: .write([0xF0], Factory.data)).prefix(2) == [0, 700])
  }

  @Test("An answer to F0 that comes later than 3 s still counts") func late() throws {
    let rig = try Rig.factory("BT24", Factory.um)
    rig.tell(.wrote(rig.device, nil))
    rig.send(Array(try Rig.frame().prefix(60)))
    rig.clock.advance(by: .milliseconds(3100))
    rig.send(Array(try Rig.frame().dropFirst(60)))
    #expect(rig.identities == [nil, .um25c])
    #expect(rig.measurements == [5.08])
  }

  @Test("No answer to either: incompatible for good") func silent() throws {
    let rig = try Rig.factory("DL24-BLE", Factory.um)
    rig.tell(.wrote(rig.device, nil))
    rig.clock.advance(by: .milliseconds(5999))
    #expect(rig.incompatibilities == [])
    rig.clock.advance(by: .milliseconds(1))
    #expect(rig.incompatibilities.count == 1)
    #expect(rig.radio.times(of: .cancel) == [6000])
    rig.tell(.disconnected(rig.device, nil))
    rig.clock.advance(by: .seconds(600))
    #expect(rig.radio.times(of: .connect) == [0])
    #expect(rig.timeouts == [], "a probe is no measurement")
  }

  @Test("Answers that make no frame are rejected, and the device is tried again later")
  func unclear() throws {
    let rig = try Rig.factory(nil, Factory.um)
    rig.tell(.wrote(rig.device, nil))
    var bad = try Rig.frame()
    bad[129] = 0
    rig.send(bad)
    #expect(rig.rejections == [.um(.tail(expected: [0xFF, 0xF1], found: [0xFF, 0]))])
    rig.clock.advance(by: .seconds(6))
    #expect(rig.incompatibilities == [])
    rig.tell(.disconnected(rig.device, nil))
    rig.clock.advance(by: .seconds(1))
    #expect(rig.radio.times(of: .connect) == [0, 7000])
  }

  @Test("A refused F0 is not waited for: newer TC66C refuse write requests") func refused() throws {
    let rig = try Rig.factory("BT24-M", Factory.newer)
    rig.clock.advance(by: .milliseconds(30))
    rig.tell(.wrote(rig.device, CBATTError(.writeNotPermitted)))
    #expect(rig.radio.times(of: Self.asTC66C) == [30])
    rig.send(try Factory.tc66cFrame())
    #expect(rig.identities == [nil, .tc66c])
  }

  @Test("COMM-7: no second request while the first is not acknowledged") func unacknowledged()
    throws
  {
    let rig = try Rig.factory(nil, Factory.newer)
    rig.clock.advance(by: .seconds(3))
    #expect(rig.radio.times(of: Self.asTC66C) == [])
    #expect(rig.radio.times(of: .cancel) == [3000])
    #expect(rig.incompatibilities == [])
  }

  @Test("A device with FFE5 is asked both ways over it") func older() throws {
    let rig = try Rig.factory("BT24-M", Factory.older)
    rig.tell(.wrote(rig.device, nil))
    rig.clock.advance(by: .seconds(3))
    #expect(rig.radio.times(of: .write(Factory.umRequest, Factory.olderWrite)) == [0])
    #expect(rig.radio.times(of: .write(Factory.tc66cRequest, Factory.olderWrite)) == [3000])
  }

  @Test("A probe ends with its connection") func dropped() throws {
    let rig = try Rig.factory(nil, Factory.um)
    rig.tell(.wrote(rig.device, nil))
    rig.drop()
    rig.clock.advance(by: .milliseconds(900))
    let count = rig.radio.asked.count
    rig.send(try Rig.frame())
    #expect(rig.measurements == [])
    #expect(rig.radio.asked.count == count)
  }
}
