// The way between disconnected and connected, against every answer that bluetoothd has.

import BlueZ
import Records
import TestSupport
import Testing

@testable import CoreBluetooth

@Suite struct ConnectionMachineTests {
  /// A machine on a bluetoothd that does what the test says.
  private final class Bench {
    let clock = ManualScheduler()
    var exists = true
    var isConnected = false
    var isSettled = true
    var loss: ManagementEvent.DisconnectReason? = .remote
    var held: [() -> Void] = []
    var log: [String] = []
    var connects: [ConnectionMachine.Calls.Done] = []
    var disconnects: [ConnectionMachine.Calls.Done] = []
    private(set) lazy var machine = ConnectionMachine(
      scheduler: clock,
      calls: ConnectionMachine.Calls(
        exists: { [unowned self] in exists }, isConnected: { [unowned self] in isConnected },
        seek: { [unowned self] in note($0 ? "seek" : "stop seeking") },
        whenSettled: { [unowned self] in if isSettled { $0() } else { held.append($0) } },
        connect: { [unowned self] in
          note("Connect")
          connects.append($0)
        },
        disconnect: { [unowned self] in
          note("Disconnect")
          disconnects.append($0)
        },
        loss: { [unowned self] in ConnectionMachine.Loss(loss) })
    ) { [unowned self] report in
      switch report {
      case .connecting: note("connecting")
      case .connected: note("connected")
      case .failed(let error): note("failed \(error.code)")
      case .disconnected(let error, let isReconnecting):
        note(
          (error.map { "lost \($0.code)" } ?? "disconnected")
            + (isReconnecting ? ", reconnecting" : ""))
      }
    }

    private func note(_ what: String) {
      log.append("\(clock.now.nanoseconds / 1_000_000) \(what)")
    }

    /// What happened since the last call.
    func take() -> [String] {
      defer { log = [] }
      return log
    }

    func link(_ isUp: Bool) {
      isConnected = isUp
      machine.connectedChanged(to: isUp)
    }

    func stand() {
      machine.connect(.init(limit: .seconds(30)))
      link(true)
      connects.removeLast()(.success(()))
      _ = take()
    }
  }

  private let cancelled = BusError(.failed, message: "br-connection-canceled")
  private let aborted = BusError(.failed, message: "le-connection-abort-by-local")

  @Test("Connect is called at once; the property and the reply make one didConnect")
  func connects() {
    let bench = Bench()
    bench.machine.connect(.init(limit: .seconds(30)))
    bench.link(true)
    bench.connects[0](.success(()))
    bench.clock.advance(by: .seconds(60))
    #expect(bench.take() == ["0 connecting", "0 Connect", "0 connected"])
    bench.link(false)
    #expect(bench.take() == ["60000 lost peripheralDisconnected"])
  }

  @Test("CONN-5: cancelled through Disconnect at the limit, and reported when Connect has ended")
  func limit() {
    let bench = Bench()
    bench.machine.connect(.init(limit: .seconds(30)))
    bench.clock.advance(by: .seconds(40))
    #expect(bench.take() == ["0 connecting", "0 Connect", "30000 Disconnect"])
    bench.connects[0](.failure(cancelled))
    #expect(bench.take() == ["40000 failed connectionTimeout"])
  }

  @Test("Without a limit, the kernel's own end is not the request's") func endless() {
    let bench = Bench()
    bench.machine.connect(.init(limit: nil))
    bench.clock.advance(by: .milliseconds(40_100))
    bench.connects[0](.failure(aborted))
    #expect(bench.take() == ["0 connecting", "0 Connect", "40100 Connect"])
  }

  @Test("A failed connection is reported, also when the object goes with it") func fails() {
    let bench = Bench()
    bench.machine.connect(.init(limit: .seconds(30)))
    bench.clock.advance(by: .milliseconds(100))
    bench.exists = false
    bench.connects[0](.failure(aborted))
    bench.clock.advance(by: .seconds(60))
    #expect(bench.take() == ["0 connecting", "0 Connect", "100 failed connectionFailed"])
  }

  @Test("Without an object, the device is sought first, and the limit runs all the while")
  func seeks() {
    let bench = Bench()
    bench.exists = false
    bench.machine.connect(.init(limit: .seconds(30)))
    bench.clock.advance(by: .seconds(10))
    bench.exists = true
    bench.isSettled = false
    bench.machine.objectAppeared()
    #expect(bench.take() == ["0 connecting", "0 seek", "10000 stop seeking"])
    for work in bench.held { work() }
    bench.clock.advance(by: .seconds(30))
    #expect(bench.take() == ["10000 Connect", "30000 Disconnect"])
  }

  @Test("A device that is not heard fails at the limit") func unheard() {
    let bench = Bench()
    bench.exists = false
    bench.machine.connect(.init(limit: .seconds(30)))
    bench.clock.advance(by: .seconds(60))
    #expect(
      bench.take() == [
        "0 connecting", "0 seek", "30000 stop seeking", "30000 failed connectionTimeout",
      ])
  }

  @Test("An object that bluetoothd removes under a waiting Connect is waited for again")
  func forgotten() {
    let bench = Bench()
    bench.machine.connect(.init(limit: .seconds(30)))
    bench.exists = false
    bench.clock.advance(by: .seconds(2))
    bench.connects[0](.failure(cancelled))
    #expect(bench.take() == ["0 connecting", "0 Connect", "2000 seek"])
  }

  @Test("ADV-3: what takes no connections is called once a second, and given up at the limit")
  func notConnectable() {
    let bench = Bench()
    bench.machine.connect(.init(limit: .seconds(3)))
    for _ in 0..<3 {
      bench.exists = false
      bench.connects.removeLast()(.failure(cancelled))
      bench.clock.advance(by: .milliseconds(400))
      bench.exists = true
      bench.machine.objectAppeared()
      bench.clock.advance(by: .milliseconds(600))
    }
    #expect(
      bench.take() == [
        "0 connecting", "0 Connect", "1000 Connect", "2000 Connect", "3000 Disconnect",
        "3000 failed connectionTimeout",
      ])
  }

  @Test("Own cancel of a connection: no error, when the link is down") func cancels() {
    let bench = Bench()
    bench.stand()
    bench.machine.cancel()
    bench.clock.advance(by: .seconds(2))
    bench.link(false)
    bench.disconnects[0](.success(()))
    #expect(bench.take() == ["0 Disconnect", "2000 disconnected"])
  }

  @Test("Own cancel of an attempt: didDisconnect, not didFailToConnect") func cancelsAttempt() {
    let bench = Bench()
    bench.machine.connect(.init(limit: .seconds(30)))
    bench.machine.cancel()
    bench.connects[0](.failure(cancelled))
    #expect(bench.take() == ["0 connecting", "0 Connect", "0 Disconnect", "0 disconnected"])
  }

  @Test("A link that came up before the cancel took hold is ended too") func lateLink() {
    let bench = Bench()
    bench.machine.connect(.init(limit: .seconds(30)))
    bench.machine.cancel()
    bench.link(true)
    bench.connects[0](.success(()))
    #expect(bench.take() == ["0 connecting", "0 Connect", "0 Disconnect", "0 Disconnect"])
    bench.link(false)
    #expect(bench.take() == ["0 disconnected"])
  }

  @Test("Connect while the link is closing starts when it is down") func again() {
    let bench = Bench()
    bench.stand()
    bench.machine.cancel()
    bench.machine.connect(.init(limit: .seconds(30)))
    #expect(bench.take() == ["0 Disconnect"])
    bench.link(false)
    #expect(bench.take() == ["0 disconnected", "0 connecting", "0 Connect"])
  }

  @Test("A lost link is not taken for the answer to a later cancel") func lostThenCancelled() {
    let bench = Bench()
    bench.stand()
    bench.link(false)
    bench.machine.cancel()
    #expect(bench.take() == ["0 lost peripheralDisconnected"])
  }

  @Test("When Bluetooth goes, nothing is reported, and stale answers count for nothing")
  func reset() {
    let bench = Bench()
    bench.machine.connect(.init(limit: .seconds(30)))
    bench.machine.reset()
    bench.connects[0](.failure(aborted))
    bench.clock.advance(by: .seconds(60))
    #expect(bench.take() == ["0 connecting", "0 Connect"])
    #expect(bench.machine.isIdle)
  }

  @Test(
    "What the management channel tells of a loss",
    arguments: [
      (.timeout, "connectionTimeout", 0), (.remote, "peripheralDisconnected", 0),
      (.localHost, "operationCancelled", 1000),
      (.authenticationFailure, "peerRemovedPairingInformation", 0),
      (.unspecified, "peripheralDisconnected", 0), (nil, "peripheralDisconnected", 100),
    ] as [(ManagementEvent.DisconnectReason?, String, Int)])
  func losses(reason: ManagementEvent.DisconnectReason?, code: String, milliseconds: Int) {
    let bench = Bench()
    bench.stand()
    bench.loss = reason
    bench.link(false)
    bench.clock.advance(by: .seconds(5))
    #expect(bench.take() == ["\(milliseconds) lost \(code)"])
  }

  @Test("StartDelay: nothing before it has passed, and the limit counts from there")
  func delay() {
    let bench = Bench()
    bench.machine.connect(.init(limit: .seconds(30), delay: .seconds(5)))
    bench.clock.advance(by: .seconds(35))
    #expect(bench.take() == ["0 connecting", "5000 Connect", "35000 Disconnect"])
  }

  @Test("Cancelled during the delay, the attempt never begins")
  func cancelledDelay() {
    let bench = Bench()
    bench.machine.connect(.init(delay: .seconds(5)))
    bench.machine.cancel()
    bench.clock.advance(by: .seconds(10))
    #expect(bench.take() == ["0 connecting", "0 disconnected"])
  }

  @Test(
    "EnableAutoReconnect: a lost link is made again, for as long as it takes; a cancelled is not")
  func reconnects() {
    let bench = Bench()
    bench.machine.connect(.init(limit: .seconds(30), reconnects: true))
    bench.link(true)
    _ = bench.take()
    bench.link(false)
    bench.clock.advance(by: .seconds(35))
    #expect(
      bench.take() == [
        "0 lost peripheralDisconnected, reconnecting", "0 connecting", "0 Connect",
      ])
    bench.link(true)
    bench.machine.cancel()
    bench.link(false)
    #expect(bench.take() == ["35000 connected", "35000 Disconnect", "35000 disconnected"])
  }

  @Test("A connection of an earlier process is taken over without a word")
  func adopted() {
    let bench = Bench()
    bench.machine.adopt(.init())
    #expect(bench.take() == [] && bench.machine.isConnected)
    bench.link(false)
    #expect(bench.take() == ["0 lost peripheralDisconnected"])
  }

  @Test("Switched off right after: not a word of the lost link") func switchedOff() {
    let bench = Bench()
    bench.stand()
    bench.loss = .localHost
    bench.link(false)
    bench.machine.reset()
    bench.clock.advance(by: .seconds(5))
    #expect(bench.take() == [])
  }

  @Test("Somebody else's Connect is waited for, and tried again") func other() {
    let bench = Bench()
    bench.machine.connect(.init())
    bench.connects[0](.failure(BusError(.inProgress, message: "In Progress")))
    bench.clock.advance(by: .seconds(1))
    #expect(bench.take() == ["0 connecting", "0 Connect", "1000 Connect"])
    bench.connects[1](.failure(BusError(.inProgress, message: "In Progress")))
    bench.link(true)
    bench.clock.advance(by: .seconds(5))
    #expect(bench.take() == ["1000 connected"])
  }

  @Test("Cancelled while somebody else connects, it is over at once") func otherCancelled() {
    let bench = Bench()
    bench.machine.connect(.init())
    bench.connects[0](.failure(BusError(.inProgress, message: "In Progress")))
    bench.machine.cancel()
    bench.clock.advance(by: .seconds(5))
    #expect(bench.take() == ["0 connecting", "0 Connect", "0 Disconnect", "0 disconnected"])
  }
}
