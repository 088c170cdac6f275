// Meters on sale that are known by their names: how they are asked, and how they answer.

import CoreBluetooth
import SharedProtocols
import Testing

@testable import CentralUnderTest

/// The tables of meters on sale, and what they send.
enum Factory {
  typealias Table = [(String, [(String, CBCharacteristicProperties)])]

  static let um: Table = [
    (
      "FFE0",
      [
        ("FFE1", [.read, .write, .writeWithoutResponse, .notify]),
        ("FFE2", [.write, .writeWithoutResponse]),
      ]
    )
  ]
  static let older: Table = [
    ("FFE0", [("FFE4", [.notify])]), ("FFE5", [("FFE9", [.write, .writeWithoutResponse])]),
  ]
  static let newer: Table = [
    ("FFE0", [("FFE1", [.read, .notify]), ("FFE2", [.write, .writeWithoutResponse])])
  ]

  static let data = CBUUID(string: "FFE1")
  static let bridgeWrite = CBUUID(string: "FFE2")
  static let olderWrite = CBUUID(string: "FFE9")
  static let umRequest: [UInt8] = [0xF0]
  static let tc66cRequest = Array("bgetva\r\n".utf8)

  static func tc66cFrame(volts: Double = 5.1609) throws -> [UInt8] {
    var measurement = TC66Measurement()
    measurement.volts = volts
    return try TC66Frame(measurement: measurement).encoded()
  }

  /// A frame of which some plain bytes are others.
  static func tc66cFrame(_ change: (inout [UInt8]) -> Void) throws -> [UInt8] {
    var plain = try TC66Frame.decrypted(tc66cFrame())
    change(&plain)
    return try TC66Frame.encrypted(plain)
  }
}

@Suite struct FactoryMeterTests {
  @Test("A UM is asked with F0 where and how it permits it: a request before a command, FFE1 first")
  func umRoutes() throws {
    let cases: [(CBCharacteristicProperties, CBCharacteristicProperties, Asked?)] = [
      ([.notify, .write, .writeWithoutResponse], [.write], .write([0xF0], Factory.data)),
      ([.notify, .writeWithoutResponse], [.write], .command([0xF0], Factory.data)),
      ([.notify], [.write, .writeWithoutResponse], .write([0xF0], Factory.bridgeWrite)),
      ([.notify], [.writeWithoutResponse], .command([0xF0], Factory.bridgeWrite)),
      ([.notify], [], nil), ([.write], [.write], nil),
    ]
    for (data, write, asked) in cases {
      let rig = try Rig.factory("UM25C", [("FFE0", [("FFE1", data), ("FFE2", write)])])
      #expect(rig.radio.asked.last?.1 == asked ?? .cancel, "\(data) \(write)")
      #expect(rig.incompatibilities.count == (asked == nil ? 1 : 0))
    }
    #expect(UMModel.allCases.allSatisfy { (try? UMCommand.sendFrame.byte(for: $0)) == 0xF0 })
  }

  @Test("A UM on sale is read, whatever its model", arguments: UMModel.allCases)
  func um(model: UMModel) throws {
    let rig = try Rig.factory(model.rawValue, Factory.um)
    rig.tell(.wrote(rig.device, nil))
    rig.send(try Rig.frame(volts: 5.08, model: model), piece: 20)
    #expect(rig.measurements == [5.08])
    #expect(rig.identities == [model.meterModel])
    rig.clock.advance(by: .milliseconds(500))
    #expect(rig.radio.times(of: .write([0xF0], Factory.data)) == [0, 500])
  }

  @Test("CMD-1: no meter on sale is ever sent the documents' request, whatever it answers")
  func neverDocumented() throws {
    for (name, table) in [
      ("UM34C", Factory.um), ("TC66C", Factory.older), ("TC66", Factory.newer),
      ("BT24-M", Factory.newer), ("UM25C-7F3A", Factory.um),
    ] {
      let rig = try Rig.factory(name, table)
      rig.clock.advance(by: .seconds(30))
      for request in rig.radio.asked.map(\.1) {
        switch request {
        case .write(let bytes, _), .command(let bytes, _):
          #expect([Factory.umRequest, Factory.tc66cRequest].contains(bytes), "\(name)")
        default: break
        }
      }
    }
  }

  @Test("The older TC66C: FFE4 notifies, FFE9 of FFE5 takes a write request")
  func older() throws {
    let rig = try Rig.factory("TC66C", Factory.older)
    #expect(
      rig.radio.asked.suffix(5).map(\.1) == [
        .services(["FFF0", "180D", "FFE0", "FFE5"].map { CBUUID(string: $0) }),
        .characteristics([CBUUID(string: "FFE4")]), .characteristics([Factory.olderWrite]),
        .subscribe(CBUUID(string: "FFE4")), .write(Factory.tc66cRequest, Factory.olderWrite),
      ])
    rig.tell(.wrote(rig.device, nil))
    rig.send(try Factory.tc66cFrame(), piece: 20)
    #expect(rig.measurements == [5.1609])
    rig.clock.advance(by: .milliseconds(500))
    #expect(rig.radio.times(of: .write(Factory.tc66cRequest, Factory.olderWrite)) == [0, 500])
  }

  @Test("The newer TC66C: FFE1 notifies, FFE2 takes a write command, which nobody acknowledges")
  func newer() throws {
    let rig = try Rig.factory("TC66", Factory.newer)
    rig.send(try Factory.tc66cFrame(), piece: 20)
    rig.clock.advance(by: .milliseconds(500))
    rig.send(try Factory.tc66cFrame(volts: 9))
    #expect(rig.measurements == [5.1609, 9])
    #expect(rig.radio.times(of: .command(Factory.tc66cRequest, Factory.bridgeWrite)) == [0, 500])
  }

  @Test("A newer TC66C that takes only write requests is asked so")
  func newerByRequest() throws {
    let rig = try Rig.factory(
      "TC66C", [("FFE0", [("FFE1", [.notify]), ("FFE2", [.write])])])
    #expect(rig.radio.asked.last?.1 == .write(Factory.tc66cRequest, Factory.bridgeWrite))
  }

  @Test(
    "DISC-3: a TC66C without what its generation needs is incompatible",
    arguments: [
      [("FFE0", [("FFE4", .notify)]), ("FFE5", [])],
      [("FFE0", [("FFE4", .notify)]), ("FFE5", [("FFE9", .writeWithoutResponse)])],
      [("FFE0", []), ("FFE5", [("FFE9", .write)])],
      [("FFE0", [("FFE1", [.notify, .write])])],
      [("FFE0", [("FFE1", .notify), ("FFE2", .read)])],
      [("FFE5", [("FFE9", .write)])],
    ] as [Factory.Table])
  func lacking(table: Factory.Table) throws {
    let rig = try Rig.factory("TC66C", table)
    #expect(rig.radio.asked.last?.1 == .cancel)
    #expect(rig.incompatibilities.count == 1)
  }

  @Test("DISC-3: what is missing is told apart from what permits too little")
  func reasons() throws {
    let missing = try Rig.factory("TC66C", [("FFE0", [("FFE1", [.notify, .write])])])
    #expect(missing.incompatibilities.map { $0.contains("FFE2 is missing") } == [true])
    let mute = try Rig.factory("TC66C", [("FFE0", [("FFE1", .notify), ("FFE2", .read)])])
    #expect(mute.incompatibilities.map { $0.contains("FFE2 lacks what") } == [true])
  }

  @Test("192 bytes in any split", arguments: [1, 7, 16, 20, 64, 191, 192, 200, 384])
  func split(size: Int) throws {
    let rig = try Rig.factory("TC66C", Factory.newer)
    rig.send(try Factory.tc66cFrame() + Factory.tc66cFrame(volts: 9), piece: size)
    #expect(rig.measurements == [5.1609, 9])
    #expect(rig.rejections == [])
  }

  @Test(
    "COMM-4: bytes before a TC66C's frame cost a rejection, not the frame",
    arguments: [1, 16, 20, 191])
  func resynchronises(garbage: Int) throws {
    let rig = try Rig.factory("TC66C", Factory.newer)
    rig.send([UInt8](repeating: 0x5A, count: garbage) + (try Factory.tc66cFrame()), piece: 20)
    #expect(rig.measurements == [5.1609])
    #expect(rig.rejections.map(\.first.reason) == [.block])
    #expect(rig.rejections.first?.first.block == 1)
  }

  @Test("A lost piece costs one answer; the next is read whole") func lostPiece() throws {
    let rig = try Rig.factory("TC66C", Factory.newer)
    let frame = try Factory.tc66cFrame()
    rig.send(Array(frame[..<40] + frame[60...]), piece: 20)
    rig.clock.advance(by: .seconds(3))
    #expect(rig.timeouts == [.measurement])
    #expect(rig.rejections == [.tc66c([.length(found: 172)])])
    rig.send(frame, piece: 20)
    #expect(rig.measurements == [5.1609])
  }

  @Test("COMM-3: each block's checksum counts, and all that are wrong are named")
  func checksums() throws {
    let rig = try Rig.factory("TC66C", Factory.newer)
    for places in [[60], [100], [188], [48, 100]] {
      rig.send(try Factory.tc66cFrame { for place in places { $0[place] ^= 1 } })
      rig.clock.advance(by: .milliseconds(500))
    }
    #expect(rig.measurements == [])
    #expect(rig.rejections.map(\.first.reason) == [.crc, .crc, .crc, .crc])
    #expect(rig.rejections.map(\.first.block) == [1, 2, 3, 1])
    #expect(rig.rejections[2].first.expected == "0528")
    #expect(rig.rejections[2].first.found == "0529")
    guard case .tc66c(let problems) = rig.rejections[3] else {
      Issue.record("not a TC66C's")
      return
    }
    #expect(problems.count == 2)
    rig.send(try Factory.tc66cFrame())
    #expect(rig.measurements == [5.1609])
  }

  @Test("COMM-5: a mute TC66C is given up after three requests without an acknowledgement each")
  func mute() throws {
    let rig = try Rig.factory("TC66C", Factory.newer)
    rig.clock.advance(by: .seconds(9))
    #expect(
      rig.radio.times(of: .command(Factory.tc66cRequest, Factory.bridgeWrite)) == [0, 3000, 6000])
    #expect(rig.radio.times(of: .cancel) == [9000])
  }
}
