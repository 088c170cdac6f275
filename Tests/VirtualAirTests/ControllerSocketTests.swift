// The connection to btvirt, with a socket of the test's own in its place.

import CLinux
import EventLoop
import Glibc
import Records
import Testing

@testable import VirtualAir

/// Listens where btvirt would.
private final class FakeServer {
  let path: String
  private let listener: CInt
  private var client: CInt = -1

  init() {
    path = "/tmp/meterloop-socket-\(getpid())-\(UInt(bitPattern: ObjectIdentifier(Self.self)))"
    unlink(path)
    listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    listen(listener, 1)
  }

  func accept() { client = Glibc.accept(listener, nil, nil) }

  func send(_ bytes: [UInt8]) { _ = write(client, bytes, bytes.count) }

  func receive(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = recv(client, &bytes, count, CInt(MSG_WAITALL))
    return Array(bytes.prefix(max(got, 0)))
  }

  func hangUp() {
    close(client)
    client = -1
  }

  deinit {
    if client >= 0 { close(client) }
    close(listener)
    unlink(path)
  }
}

@Suite(.serialized) struct ControllerSocketTests {
  private let server = FakeServer()
  private let loop = EventLoop()

  private func run(until isDone: () -> Bool) {
    while !isDone() { loop.iterate(blocking: true) }
  }

  @Test func packetsAreKeptApartAndAHangUpIsTold() throws {
    let socket = try ControllerSocket(loop: loop, path: server.path)
    server.accept()
    var packets: [[UInt8]] = []
    var failures: [PortError] = []
    socket.onPacket = { packets.append($0) }
    socket.onFailure = { failures.append($0) }
    let event: [UInt8] = [0x04, 0x0E, 4, 1, 0x03, 0x0C, 0]
    server.send(event + event.prefix(3))
    run { packets.count == 1 }
    server.send(Array(event.dropFirst(3)))
    run { packets.count == 2 }
    #expect(packets == [event, event])
    socket.send([0x01, 0x03, 0x0C, 0])
    #expect(server.receive(4) == [0x01, 0x03, 0x0C, 0])
    server.hangUp()
    run { !failures.isEmpty }
    #expect(failures == [.closed(path: server.path)])
    socket.send([0x01, 0x03, 0x0C, 0])
    #expect(failures.count == 1)
  }

  @Test func whatTheSocketDoesNotTakeAtOnceFollows() throws {
    let socket = try ControllerSocket(loop: loop, path: server.path)
    server.accept()
    let command: [UInt8] = [0x01, 0x08, 0x20, 252] + [UInt8](repeating: 9, count: 252)
    for _ in 0..<4096 { socket.send(command) }
    var received = 0
    while received < 4096 {
      #expect(server.receive(command.count) == command)
      received += 1
      while loop.iterate(blocking: false) {}
    }
  }

  @Test func aStreamThatIsNoH4IsAFailure() throws {
    let socket = try ControllerSocket(loop: loop, path: server.path)
    server.accept()
    var failures: [PortError] = []
    socket.onFailure = { failures.append($0) }
    server.send([0x99, 1, 2])
    run { !failures.isEmpty }
    #expect(failures == [.notH4(path: server.path, byte: 0x99)])
  }

  @Test func noOneListeningIsAnError() {
    #expect(throws: PortError.cannotOpen(path: "/tmp/no-such-socket", errno: ENOENT)) {
      try ControllerSocket(loop: loop, path: "/tmp/no-such-socket")
    }
  }

  @Test func aBridgeNamesWhatDoesNotComeUp() {
    let air = Air(scheduler: loop, records: RecordStream())
    let bridge = AirBridge(
      loop: loop, air: air, controllerPath: "/tmp/no-such-socket",
      patience: .milliseconds(20))
    var problem: PortError?
    bridge.bringUp(1) { result in
      if case .failure(let error) = result { problem = error }
    }
    run { problem != nil }
    #expect(problem == .cannotOpen(path: "/tmp/no-such-socket", errno: ENOENT))
  }
}
