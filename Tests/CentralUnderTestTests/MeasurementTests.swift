// Requests, answers and what is not an answer.

import CoreBluetooth
import SharedProtocols
import Testing

@testable import CentralUnderTest

@Suite struct MeasurementTests {
  private func ready() throws -> Rig {
    let rig = Rig()
    try rig.connect()
    rig.discover()
    return rig
  }

  // covers: TEST-8
  @Test func test_measurementParsing_ValidPayload() throws {
    let rig = try ready()
    try rig.answer(volts: 5.08)
    #expect(rig.measurements == [5.08])
    rig.clock.advance(by: .milliseconds(500))
    #expect(rig.requestTimes == [0, 500])
  }

  @Test("COMM-1: any split", arguments: [1, 2, 7, 19, 20, 64, 129, 130, 182])
  func split(size: Int) throws {
    let rig = try ready()
    let stream = try Rig.frame(volts: 5.08) + Rig.frame(volts: 9.1)
    for start in stride(from: 0, to: stream.count, by: size) {
      rig.tell(.received(rig.device, Array(stream[start..<min(start + size, stream.count)])))
    }
    #expect(rig.measurements == [5.08, 9.1])
    #expect(rig.rejections == [])
  }

  // covers: TEST-9
  @Test func test_measurementParsing_InvalidPayload() throws {
    let rig = try ready()
    var bad = try Rig.frame()
    bad[129] ^= 1
    rig.tell(.wrote(rig.device, nil))
    rig.tell(.received(rig.device, bad))
    #expect(rig.rejections == [.um(.tail(expected: [0xFF, 0xF1], found: [0xFF, 0xF0]))])
    #expect(rig.measurements == [])
    rig.clock.advance(by: .milliseconds(500))
    #expect(rig.requestTimes == [0, 500], "still connected, and asking on")
    try rig.answer()
    #expect(rig.measurements == [5.08])
  }

  @Test("COMM-4: bytes before a frame cost a rejection, not the frame", arguments: [1, 3, 20, 129])
  func resynchronises(garbage: Int) throws {
    let rig = try ready()
    let noise = [UInt8](repeating: 0x09, count: garbage)
    rig.tell(.received(rig.device, noise + (try Rig.frame())))
    #expect(rig.rejections == [.um(.modelID(found: 0x0909))])
    #expect(rig.measurements == [5.08])
  }

  @Test("COMM-5: three unanswered requests in a row make the meter mute")
  func mute() throws {
    let rig = try ready()
    rig.tell(.wrote(rig.device, nil))
    rig.clock.advance(by: .seconds(3))
    #expect(rig.timeouts == [.measurement])
    rig.tell(.wrote(rig.device, nil))
    rig.clock.advance(by: .seconds(3))
    rig.tell(.wrote(rig.device, nil))
    #expect(rig.radio.times(of: .cancel) == [])
    rig.clock.advance(by: .seconds(3))
    #expect(rig.requestTimes == [0, 3000, 6000])
    #expect(rig.radio.times(of: .cancel) == [9000])
    rig.tell(.disconnected(rig.device, nil))
    rig.clock.advance(by: .seconds(1))
    #expect(rig.radio.times(of: .connect) == [0, 10000])
  }

  @Test("COMM-5: an answer in between ends the row")
  func notMute() throws {
    let rig = try ready()
    for _ in 0..<4 {
      rig.tell(.wrote(rig.device, nil))
      rig.clock.advance(by: .seconds(3))
      rig.tell(.wrote(rig.device, nil))
      rig.clock.advance(by: .seconds(3))
      try rig.answer()
      rig.clock.advance(by: .milliseconds(500))
    }
    #expect(rig.radio.times(of: .cancel) == [])
    #expect(rig.measurements.count == 4)
  }

  @Test("A truncated frame is rejected for its length, and the next one is read whole")
  func truncated() throws {
    let rig = try ready()
    for _ in 0..<4 {
      rig.tell(.wrote(rig.device, nil))
      rig.tell(.received(rig.device, Array(try Rig.frame().prefix(100))))
      rig.clock.advance(by: .seconds(3))
    }
    #expect(rig.rejections == Array(repeating: .um(.length(found: 100)), count: 4))
    #expect(rig.radio.times(of: .cancel) == [], "COMM-4: it stays connected")
    try rig.answer()
    #expect(rig.measurements == [5.08])
  }

  @Test("COMM-7: no second write while the first is not acknowledged")
  func oneOutstanding() throws {
    let rig = try ready()
    rig.clock.advance(by: .seconds(3))
    #expect(rig.timeouts == [.measurement])
    #expect(rig.requestTimes == [0])
  }

  @Test("COMM-5: a failed write is repeated, under the same count")
  func failedWrite() throws {
    let rig = try ready()
    for _ in 0..<2 {
      rig.tell(.wrote(rig.device, CBATTError(.unlikelyError)))
      rig.clock.advance(by: .milliseconds(500))
    }
    #expect(rig.requestTimes == [0, 500, 1000])
    rig.tell(.wrote(rig.device, CBATTError(.unlikelyError)))
    #expect(rig.radio.times(of: .cancel) == [1000])
  }
}
