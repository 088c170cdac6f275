// The L2CAP channels that a peripheral manager publishes.

import BlueZ
import Foundation

extension PeripheralSession {
  func publishChannel(encrypted: Bool) {
    guard let radio, let address = radio.adapterSocketAddress else { return }
    do throws(SocketError) {
      let listener = try ChannelListener(at: address, encrypted: encrypted, on: radio.loop)
      listeners[listener.psm] = listener
      listener.start(on: radio.loop) { [weak self, psm = listener.psm] socket, address in
        self?.opened(socket, by: address, psm)
      }
      toldPublishing(listener.psm, nil)
    } catch {
      toldPublishing(0, CBError(.unknown, "a channel cannot be published: \(error)"))
    }
  }

  private func toldPublishing(_ psm: CBL2CAPPSM, _ error: CBError?) {
    deliver { manager in
      manager.delegate?.peripheralManager(manager, didPublishL2CAPChannel: psm, error: error)
    }
  }

  func unpublishChannel(_ psm: CBL2CAPPSM) {
    let listener = listeners.removeValue(forKey: psm)
    listener?.stop()
    let error =
      listener == nil ? CBError(.invalidParameters, "\(psm) is not a published channel") : nil
    deliver { manager in
      manager.delegate?.peripheralManager(manager, didUnpublishL2CAPChannel: psm, error: error)
    }
  }

  /// Takes all numbers back, without a word.
  func unpublishAllChannels() {
    for listener in listeners.values { listener.stop() }
    listeners = [:]
  }

  private func opened(_ socket: ChannelSocket, by address: String, _ psm: CBL2CAPPSM) {
    guard let radio, let client = radio.client,
      let device = client.all(Device.self).first(where: {
        $0.adapterPath == radio.adapterPath && $0.address == address
      }), let central = central(device.path)
    else { return warn("a channel was opened by nobody that bluetoothd knows") }
    deliver { manager in
      let channel = CBL2CAPChannel(socket, peer: central, psm: psm)
      manager.delegate?.peripheralManager(manager, didOpen: channel, error: nil)
    }
  }
}

extension Radio {
  /// The adapter's address for sockets; nil without an adapter.
  var adapterSocketAddress: DeviceAddress? {
    guard let client, let path = adapterPath, let address = adapterAddress else { return nil }
    let type = client.property(path, Adapter.interface, "AddressType")?.string
    return DeviceAddress(address, type: type)
  }
}
