// Channels that a central opens.

import BlueZ
import CLinux
import EventLoop
import Foundation
import Glibc

extension CBPeripheral {
  /// Opens the channel that the peripheral has published under the number. The delegate is told by
  /// `peripheral(_:didOpen:error:)`. The kernel gives an opening up after 40 s.
  public func openL2CAPChannel(_ PSM: CBL2CAPPSM) {
    guard state == .connected else {
      return complain("a peripheral can open a channel only while it is connected")
    }
    let link = link
    RadioThread.shared.enter { _ in link.openChannel(PSM) }
  }
}

extension Link {
  fileprivate func openChannel(_ psm: CBL2CAPPSM) {
    guard let own = radio.adapterSocketAddress, let text = device.address,
      let peer = DeviceAddress(text, type: device.addressType)
    else { return told(.failure(SocketError(code: ENODEV)), psm) }
    let descriptor = linux_l2cap_socket(own.bytes, own.type, 0, 0)
    guard descriptor >= 0 else { return told(.failure(SocketError(code: errno)), psm) }
    guard linux_l2cap_connect(descriptor, peer.bytes, peer.type, psm) == 0 || errno == EINPROGRESS
    else {
      let error = SocketError(code: errno)
      close(descriptor)
      return told(.failure(error), psm)
    }
    var watch: DescriptorWatch?
    watch = radio.loop.watch(descriptor, for: .writable) { [weak self] _ in
      watch?.cancel()
      watch = nil
      let code = linux_socket_error(descriptor)
      guard code == 0 else {
        close(descriptor)
        self?.told(.failure(SocketError(code: code)), psm)
        return
      }
      let socket = ChannelSocket(adopting: descriptor)
      self?.told(.success(socket), psm)
    }
  }

  private func told(_ result: Result<ChannelSocket, SocketError>, _ psm: CBL2CAPPSM) {
    deliver { _, peripheral in
      switch result {
      case .success(let socket):
        let channel = CBL2CAPChannel(socket, peer: peripheral, psm: psm)
        peripheral.delegate?.peripheral(peripheral, didOpen: channel, error: nil)
      case .failure(let error):
        let error = CBError(error.channelCode, "the channel \(psm) was not opened: \(error)")
        peripheral.delegate?.peripheral(peripheral, didOpen: nil, error: error)
      }
    }
  }
}

extension SocketError {
  /// The code for an opening that failed.
  fileprivate var channelCode: CBError.Code {
    switch code {
    case ETIMEDOUT: .connectionTimeout
    case ENOTCONN, EHOSTDOWN, ENODEV, ENETDOWN: .notConnected
    case ECONNRESET, ECONNABORTED: .peripheralDisconnected
    case EINVAL: .invalidParameters
    default: .connectionFailed
    }
  }
}
