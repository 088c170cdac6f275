// The notifications of one characteristic, by whichever of BlueZ's two ways they come.

import CLinux
import EventLoop
import Glibc

/// A subscription in force. It ends when it is closed or let go, or when bluetoothd ends it: with the
/// link, with the object, or with bluetoothd itself.
public final class NotificationStream {
  /// The link's ATT MTU in bytes when the subscription was made, where it is known.
  public let mtuBytes: Int?
  private var descriptor: CInt = -1
  private var watch: DescriptorWatch?
  private var observation: BlueZObservation?
  private var characteristic: RemoteCharacteristic?
  private let onValue: ([UInt8]) -> Void
  private let onClosed: () -> Void
  private var isClosed = false

  init(
    descriptor: BusDescriptor, mtuBytes: Int, loop: EventLoop,
    onValue: @escaping ([UInt8]) -> Void, onClosed: @escaping () -> Void
  ) {
    self.mtuBytes = mtuBytes
    self.onValue = onValue
    self.onClosed = onClosed
    guard let taken = descriptor.take() else { return }
    self.descriptor = taken
    watch = loop.watch(taken, for: .readable) { [weak self] _ in self?.read() }
  }

  init(
    of characteristic: RemoteCharacteristic, onValue: @escaping ([UInt8]) -> Void,
    onClosed: @escaping () -> Void
  ) {
    mtuBytes = characteristic.mtuBytes
    self.characteristic = characteristic
    self.onValue = onValue
    self.onClosed = onClosed
    observation = characteristic.client.observe { [weak self] in self?.take($0) }
  }

  deinit { close() }

  /// Ends the subscription; neither handler is called any more.
  public func close() {
    guard !isClosed else { return }
    // Without a descriptor to close, bluetoothd has to be told. An error means that the
    // subscription, the object or bluetoothd has gone already.
    characteristic?.run("StopNotify") { _ in }
    abandon()
  }

  /// Lets go of everything without telling bluetoothd, which has one subscription for all that use this
  /// connection to the bus.
  public func abandon() {
    isClosed = true
    watch?.cancel()
    watch = nil
    observation?.cancel()
    observation = nil
    characteristic = nil
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  private func end() {
    abandon()
    onClosed()
  }

  private func take(_ change: BlueZChange) {
    guard let path = characteristic?.path else { return }
    switch change {
    case .changed(path, RemoteCharacteristic.interface, let values, _):
      if let bytes = values["Value"]?.bytes { onValue(bytes) }
      if values["Notifying"] == .bool(false), !isClosed { end() }
    case .removed(path, RemoteCharacteristic.interface): end()
    default: break
    }
  }

  private func read() {
    // One packet is one notification, at most 512 bytes long. All that have come are taken, for
    // bluetoothd drops what finds the socket full. The handler may close the stream.
    var buffer = [UInt8](repeating: 0, count: 1024)
    while !isClosed {
      let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
      if count > 0 || (count == 0 && !hasHungUp) {
        onValue(Array(buffer[..<count]))
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0, errno == EAGAIN {
        return
      } else {
        end()
      }
    }
  }

  /// Tells an empty packet from the end of the stream, which read alike.
  private var hasHungUp: Bool {
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLHUP) != 0
  }
}
