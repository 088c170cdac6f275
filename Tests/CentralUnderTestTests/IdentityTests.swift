// What a meter's frames do to what is known of its model.

import CoreBluetooth
import SharedProtocols
import Testing

@testable import CentralUnderTest

@Suite struct IdentityTests {
  private func ready(name: String?, services: [CBUUID] = [Rig.service]) throws -> Rig {
    let rig = Rig()
    rig.sight(name: name, services: services)
    try rig.connect()
    rig.discover()
    return rig
  }

  /// The next answer, when it is asked for.
  private func next(_ rig: Rig, _ model: UMModel) throws {
    try rig.answer(model: model)
    rig.clock.advance(by: .milliseconds(500))
  }

  @Test("A UM meter with a name that tells nothing is identified by its first frame")
  func firstFrame() throws {
    let rig = try ready(name: "meter")
    #expect(rig.manager.meters.first?.capabilities.model == nil)
    try rig.answer(model: .um34c)
    #expect(rig.identities == [nil, .um34c])
    rig.sight(name: "meter")
    #expect(rig.manager.meters.first?.capabilities.model == .um34c, "and stays so")
    #expect(rig.identities == [nil, .um34c])
  }

  @Test(
    "IDENT-3: a frame that contradicts the name is rejected, and the meter is unknown till one agrees"
  )
  func contradictsName() throws {
    let rig = try ready(name: "UM25C-7F3A")
    try next(rig, .um24c)
    try next(rig, .um24c)
    let rejection = Rejection.otherModel(found: .um24c, expected: .um25c)
    #expect(rig.rejections == [rejection, rejection])
    #expect(rig.measurements == [], "ten times the voltage would be shown")
    #expect(rig.identities == [.um25c, nil], "told once")
    #expect(rig.radio.times(of: .cancel) == [], "COMM-4: it stays connected")
    try next(rig, .um25c)
    #expect(rig.measurements == [5.08])
    #expect(rig.identities == [.um25c, nil, .um25c])
  }

  @Test("A name that contradicts the service is not made true by frames that contradict it too")
  func contradictsServiceAndName() throws {
    let rig = try ready(name: "TC66-7F3A")
    try next(rig, .um25c)
    #expect(rig.rejections == [.otherModel(found: .um25c, expected: .tc66c)])
    #expect(rig.measurements == [])
    #expect(rig.identities == [nil])
  }

  @Test(
    "Without a name, frames that disagree among themselves make the meter unknown; the next decides"
  )
  func framesDisagree() throws {
    let rig = try ready(name: nil)
    try next(rig, .um24c)
    try next(rig, .um25c)
    #expect(rig.rejections == [.otherModel(found: .um25c, expected: .um24c)])
    try next(rig, .um25c)
    #expect(rig.identities == [nil, .um24c, nil, .um25c])
    #expect(rig.measurements == [5.08, 5.08])
  }

  @Test("RETRY-7: a frame of another model is no valid measurement and does not end the count")
  func noReset() throws {
    let rig = try ready(name: "UM25C-7F3A")
    rig.drop()
    rig.clock.advance(by: .seconds(1))
    rig.tell(.connected(rig.device))
    rig.discover()
    try rig.answer(model: .um24c)
    rig.drop()
    rig.clock.advance(by: .seconds(60))
    #expect(rig.radio.times(of: .connect) == [0, 1000, 3000])
  }
}
