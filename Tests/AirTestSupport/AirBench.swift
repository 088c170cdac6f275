// Adapters with hosts that the test plays by hand.

import Records
import TestSupport
import VirtualAir

/// An air with adapters whose addresses are known, in a time that the test moves.
public final class AirBench {
  /// The clock.
  public let scheduler = ManualScheduler()
  /// What the air saw.
  public let records = RecordStream()
  /// The air.
  public let air: Air
  /// The hosts, by adapter.
  public private(set) var hosts: [FakeHost] = []
  /// The controllers, by adapter.
  public private(set) var controllers: [FakeController] = []

  /// Makes adapters, whose addresses are 00:AA:01:00:00:N.
  public init(adapters: Int = 2, capture: (any PacketCapture)? = nil) {
    air = Air(scheduler: scheduler, records: records, capture: capture)
    for index in 0..<adapters {
      let host = FakeHost()
      let controller = FakeController(address: Self.address(index))
      controller.adapter = air.addAdapter(controller: controller, host: host)
      hosts.append(host)
      controllers.append(controller)
      command(index, 0x1009)
      _ = host.take()
      controller.commands = []
    }
  }

  /// The address of an adapter as packets carry it.
  public static func address(_ index: Int) -> [UInt8] { [UInt8(index), 0, 0, 1, 0xAA, 0] }

  /// The host of an adapter gives a command.
  public func command(_ adapter: Int, _ code: UInt16, _ parameters: [UInt8] = []) {
    air.adapters[adapter].fromHost(
      [0x01, UInt8(code & 0xFF), UInt8(code >> 8), UInt8(parameters.count)] + parameters)
  }

  /// The host advertises with the data 02 01 06 and the scan response 03 09 55 4D.
  public func advertise(_ adapter: Int, type: UInt8 = 0) {
    let padding = [UInt8](repeating: 0, count: 31)
    command(
      adapter, 0x2006, [0, 8, 0, 8, type, 0, 0] + [UInt8](repeating: 0, count: 6) + [7, 0])
    command(adapter, 0x2008, [3] + ([2, 1, 6] + padding).prefix(31))
    command(adapter, 0x2009, [4] + ([3, 9, 0x55, 0x4D] + padding).prefix(31))
    command(adapter, 0x200A, [1])
  }

  /// The host starts scanning.
  public func scan(_ adapter: Int, active: Bool) {
    command(adapter, 0x200B, [active ? 1 : 0, 0x10, 0, 0x10, 0, 0, 0])
    command(adapter, 0x200C, [1, 0])
  }

  /// The host stops scanning.
  public func stopScan(_ adapter: Int) { command(adapter, 0x200C, [0, 0]) }

  /// The host wants a connection: interval 30 ms, supervision timeout 420 ms.
  public func createConnection(_ adapter: Int, to peer: Int) {
    command(
      adapter, 0x200D,
      [0x60, 0, 0x60, 0, 0, 0] + Self.address(peer)
        + [0, 0x18, 0, 0x28, 0, 0, 0, 0x2A, 0, 0, 0, 0, 0])
  }

  /// A peripheral advertises, and a central connects to it; their handles. What the hosts were sent
  /// meanwhile is thrown away.
  public func connect(_ central: Int, _ peripheral: Int) -> (central: UInt16, peripheral: UInt16) {
    advertise(peripheral)
    createConnection(central, to: peripheral)
    scheduler.advance(by: .milliseconds(5))
    return (takeHandle(central), takeHandle(peripheral))
  }

  private func takeHandle(_ adapter: Int) -> UInt16 {
    let events = hosts[adapter].take().filter { $0.starts(with: [0x04, 0x3E, 0x13, 0x01, 0x00]) }
    guard let event = events.last else { return 0 }
    return UInt16(event[5]) | UInt16(event[6]) << 8
  }

  /// The host sends an attribute PDU.
  public func send(_ adapter: Int, _ handle: UInt16, _ pdu: [UInt8]) {
    air.adapters[adapter].fromHost(Self.acl(handle, boundary: 0, Self.attribute(pdu)))
  }

  /// An ACL packet.
  public static func acl(_ handle: UInt16, boundary: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [
      0x02, UInt8(handle & 0xFF), UInt8(handle >> 8) | boundary << 4, UInt8(payload.count & 0xFF),
      UInt8(payload.count >> 8),
    ] + payload
  }

  /// An L2CAP frame on the attribute channel.
  public static func attribute(_ pdu: [UInt8]) -> [UInt8] {
    [UInt8(pdu.count & 0xFF), UInt8(pdu.count >> 8), 4, 0] + pdu
  }

  /// The attribute PDUs that a host was sent since the last look, in one piece each.
  public func attributes(_ adapter: Int) -> [[UInt8]] {
    hosts[adapter].take().filter { $0[0] == 2 }.map { Array($0.dropFirst(9)) }
  }

  /// A central discovers the characteristic FFF1 of a peripheral: value 0x0011, CCCD 0x0012; and
  /// Client Supported Features: value 0x0008.
  public func discover(
    _ central: Int, _ peripheral: Int, _ handles: (central: UInt16, peripheral: UInt16)
  ) {
    send(central, handles.central, [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28])
    send(
      peripheral, handles.peripheral,
      [0x09, 7, 7, 0, 0x0A, 8, 0, 0x29, 0x2B, 0x10, 0, 0x12, 0x11, 0, 0xF1, 0xFF])
    send(central, handles.central, [0x04, 0x12, 0, 0x12, 0])
    send(peripheral, handles.peripheral, [0x05, 1, 0x12, 0, 0x02, 0x29])
    _ = hosts[central].take()
    _ = hosts[peripheral].take()
  }

  /// The air's records of some kinds, as `kind adapter details…`, with the details by name.
  public func seen(_ kinds: String...) -> [String] {
    records.records.filter { kinds.contains($0.kind) }.map { record in
      let details = record.details.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return ([record.kind, "hci\(record.adapter ?? -1)"] + details).joined(separator: " ")
    }
  }
}
