// When a lost meter is tried again.

import CoreBluetooth
import Testing

@testable import CentralUnderTest

@Suite struct ReconnectTests {
  // covers: TEST-12
  @Test func test_autoReconnectBackoff_Exponential() {
    let delays = (1...9).map { ReconnectPolicy.delay(before: $0) }
    #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
    var policy = ReconnectPolicy(attemptCap: 3)
    #expect((0..<5).map { _ in policy.next()?.number } == [1, 2, 3, nil, nil])
    policy.reset()
    #expect(policy.next()?.delay == .seconds(1))
    var endless = ReconnectPolicy(attemptCap: nil)
    #expect((0..<100).allSatisfy { _ in endless.next() != nil })
  }

  @Test("RETRY-1, RETRY-2: attempts 1, 2 and 4 s after the end of the one before, then no more")
  func ladder() throws {
    let rig = Rig()
    try rig.connect()
    rig.discover()
    rig.clock.advance(by: .seconds(1))
    rig.drop()
    for _ in 0..<3 {
      let before = rig.radio.times(of: .connect).count
      while rig.radio.times(of: .connect).count == before {
        rig.clock.advance(by: .milliseconds(500))
      }
      rig.clock.advance(by: .seconds(30))
      rig.tell(.failedToConnect(rig.device, CBError(.connectionTimeout)))
    }
    rig.clock.advance(by: .seconds(600))
    #expect(rig.radio.times(of: .connect) == [0, 2000, 34_000, 68_000])
    #expect(rig.timeouts == [.connect, .connect, .connect])
    #expect(rig.surrenders == [3])
  }

  // covers: TEST-13
  @Test func test_autoReconnectStops_OnManualDisconnect() throws {
    let rig = Rig()
    try rig.connect()
    rig.drop()
    try rig.manager.disconnect()
    rig.clock.advance(by: .seconds(600))
    #expect(rig.radio.times(of: .connect) == [0])
    #expect(throws: CentralCommandError.self) { try rig.manager.disconnect() }
  }

  @Test("RETRY-3: also while an attempt is under way")
  func stopsWhileConnecting() throws {
    let rig = Rig()
    try rig.connect()
    rig.drop()
    rig.clock.advance(by: .seconds(1))
    try rig.manager.disconnect()
    #expect(rig.radio.asked.last?.1 == .cancel)
    rig.tell(.disconnected(rig.device, nil))
    rig.clock.advance(by: .seconds(600))
    #expect(rig.radio.times(of: .connect) == [0, 1000])
    #expect(rig.manager.state == .peripheralNotConnected)
  }

  @Test("RETRY-4: a meter that the user never asked for is not connected to")
  func onlyWanted() {
    let rig = Rig()
    rig.manager.scan()
    rig.sight()
    rig.drop()
    rig.clock.advance(by: .seconds(600))
    #expect(rig.radio.times(of: .connect) == [])
  }

  @Test("RETRY-7: a measurement ends the count, a connection alone does not")
  func reset() throws {
    let rig = Rig()
    try rig.connect()
    rig.drop()
    rig.clock.advance(by: .seconds(1))
    rig.tell(.connected(rig.device))
    rig.drop()
    rig.clock.advance(by: .seconds(2))
    #expect(rig.radio.times(of: .connect) == [0, 1000, 3000])
    rig.tell(.connected(rig.device))
    rig.discover()
    try rig.answer()
    rig.drop()
    rig.clock.advance(by: .seconds(1))
    #expect(rig.radio.times(of: .connect) == [0, 1000, 3000, 4000])
  }

  @Test("RETRY-8: an operation that is not supported is never tried again")
  func notSupported() throws {
    let rig = Rig()
    rig.sight()
    try rig.manager.connect()
    rig.tell(.failedToConnect(rig.device, CBError(.operationNotSupported)))
    rig.clock.advance(by: .seconds(600))
    #expect(rig.radio.times(of: .connect) == [0])
  }

  @Test("A user who connects again while the disconnect is under way gets the meter back")
  func changedMind() throws {
    let rig = Rig()
    try rig.connect()
    try rig.manager.disconnect()
    try rig.manager.connect()
    #expect(rig.radio.times(of: .connect).count == 1)
    rig.tell(.disconnected(rig.device, nil))
    #expect(rig.radio.times(of: .connect).count == 2)
    #expect(throws: CentralCommandError.self) { try rig.manager.connect() }
  }

  @Test("RETRY-5: after 10 minutes in the background a waiting attempt is held back")
  func background() throws {
    let rig = Rig()
    try rig.connect()
    rig.manager.enterBackground()
    rig.clock.advance(by: .milliseconds(599_500))
    rig.drop()
    rig.clock.advance(by: .seconds(600))
    #expect(rig.radio.times(of: .connect) == [0])
    rig.manager.enterForeground()
    rig.clock.advance(by: .seconds(1))
    #expect(rig.radio.times(of: .connect) == [0, 1_200_500], "its delay begins anew")
    rig.tell(.failedToConnect(rig.device, nil))
    rig.clock.advance(by: .seconds(2))
    #expect(rig.radio.times(of: .connect).last == 1_202_500, "the second attempt follows the first")
  }

  @Test("RETRY-5: a drop after that waits for the foreground, and one before it does not")
  func backgroundDrop() throws {
    let rig = Rig()
    try rig.connect()
    rig.manager.enterBackground()
    rig.clock.advance(by: .milliseconds(598_000))
    rig.drop()
    rig.clock.advance(by: .seconds(1))
    rig.tell(.connected(rig.device))
    #expect(rig.radio.times(of: .connect) == [0, 599_000])
    rig.clock.advance(by: .seconds(1))
    rig.drop()
    rig.clock.advance(by: .seconds(3600))
    #expect(rig.radio.times(of: .connect).count == 2)
    rig.manager.enterForeground()
    rig.clock.advance(by: .seconds(2))
    #expect(rig.radio.times(of: .connect).count == 3)
  }

  @Test("RETRY-3, RETRY-5: a disconnect in the background ends what was held back")
  func backgroundDisconnect() throws {
    let rig = Rig()
    try rig.connect()
    rig.manager.enterBackground()
    rig.clock.advance(by: .seconds(600))
    rig.drop()
    try rig.manager.disconnect()
    rig.manager.enterForeground()
    rig.clock.advance(by: .seconds(3600))
    #expect(rig.radio.times(of: .connect) == [0])
    #expect(
      rig.events.contains {
        if case .log("the reconnect was cancelled by the user") = $0 { true } else { false }
      })
  }

  @Test("RETRY-5: back within 10 minutes, nothing was ever off")
  func shortBackground() throws {
    let rig = Rig()
    try rig.connect()
    rig.manager.enterBackground()
    rig.clock.advance(by: .seconds(599))
    rig.manager.enterForeground()
    rig.clock.advance(by: .seconds(600))
    rig.drop()
    rig.clock.advance(by: .seconds(1))
    #expect(rig.radio.times(of: .connect).count == 2)
  }
}
