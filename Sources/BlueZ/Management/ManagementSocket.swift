// The kernel's Bluetooth management channel (BlueZ, doc/mgmt-api.txt), beside bluetoothd.
//
// Anybody may open it, but the kernel sends its events to, and takes most commands of, those with
// CAP_NET_ADMIN alone.

import CLinux
import EventLoop
import Glibc

/// A socket on the channel, for one adapter.
public final class ManagementSocket {
  /// What the strength of a link is, in dBm.
  public typealias StrengthDone = (Int?) -> Void

  private let adapter: UInt16
  private let onEvent: (ManagementEvent) -> Void
  private var descriptor: CInt
  private var watch: DescriptorWatch?
  private var waiting: [(address: String, done: StrengthDone)] = []

  private static let connectionInformation: UInt16 = 0x0031

  /// Opens the channel for the adapter of that name, such as `hci0`; nil where this machine has no
  /// such channel.
  public init?(
    adapterName: String, loop: EventLoop, onEvent: @escaping (ManagementEvent) -> Void
  ) {
    guard adapterName.hasPrefix("hci"), let index = UInt16(adapterName.dropFirst(3)) else {
      return nil
    }
    let opened = linux_open_bluetooth_management()
    guard opened >= 0 else { return nil }
    adapter = index
    descriptor = opened
    self.onEvent = onEvent
    watch = loop.watch(opened, for: .readable) { [weak self] readiness in
      self?.drain()
      if !readiness.isDisjoint(with: [.hangUp, .failed]) { self?.close() }
    }
  }

  deinit { close() }

  /// Handles what has come by now. The kernel tells this socket and bluetoothd at the same time, so
  /// whoever drains it on a signal of bluetoothd's knows what the signal is about.
  public func drain() {
    var buffer = [UInt8](repeating: 0, count: 2048)
    while descriptor >= 0 {
      let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      take(Array(buffer[..<count]))
    }
  }

  /// Asks the controller for the strength of a link, in dBm; nil where the kernel does not let this
  /// process, where there is no link or the controller cannot tell.
  public func readStrength(
    address: String, isRandom: Bool, _ done: @escaping StrengthDone
  ) {
    let bytes = address.split(separator: ":").compactMap { UInt8($0, radix: 16) }
    guard descriptor >= 0, bytes.count == 6 else { return done(nil) }
    let parameters = bytes.reversed() + [isRandom ? 2 : 1]
    let packet =
      [Self.connectionInformation, adapter, UInt16(parameters.count)]
      .flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + parameters
    guard send(descriptor, packet, packet.count, CInt(MSG_NOSIGNAL)) == packet.count else {
      return done(nil)
    }
    waiting.append((address, done))
  }

  private func take(_ packet: [UInt8]) {
    guard packet.count >= 6 else { return }
    func word(_ at: Int) -> UInt16 { UInt16(packet[at]) | UInt16(packet[at + 1]) << 8 }
    let parameters = Array(packet[6...])
    switch word(0) {
    case 0x0001, 0x0002: answered(parameters)
    case let code where word(2) == adapter:
      if let event = ManagementEvent(code: code, parameters: parameters) { onEvent(event) }
    default: break
    }
  }

  /// An answer to a command. The kernel keeps the order of commands for one address, and a refusal
  /// comes at once and without an address.
  private func answered(_ parameters: [UInt8]) {
    guard parameters.count >= 3,
      UInt16(parameters[0]) | UInt16(parameters[1]) << 8 == Self.connectionInformation
    else { return }
    let content = Array(parameters[3...])
    let address = content.count >= 7 ? ManagementEvent.address(content) : nil
    let index = address == nil ? waiting.indices.last : waiting.firstIndex { $0.address == address }
    guard let index else { return }
    let done = waiting.remove(at: index).done
    // 127 says that the strength is not known.
    let strength = content.count >= 8 && parameters[2] == 0 ? Int8(bitPattern: content[7]) : 127
    done(strength == 127 ? nil : Int(strength))
  }

  private func close() {
    watch?.cancel()
    watch = nil
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
    let unanswered = waiting
    waiting = []
    for (_, done) in unanswered { done(nil) }
  }
}
