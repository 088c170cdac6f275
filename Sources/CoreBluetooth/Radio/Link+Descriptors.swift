// Values of descriptors.

import BlueZ
import Foundation

extension Link {
  private func remote(_ descriptor: CBDescriptor) -> RemoteDescriptor? {
    guard let path = live(descriptor) else { return nil }
    return radio.client.map { RemoteDescriptor(client: $0, path: path) }
  }

  func read(_ descriptor: CBDescriptor) {
    guard isConnected else { return }
    guard let remote = remote(descriptor) else { return updated(descriptor, .failure(deadError)) }
    requests.add { [weak self] done in
      remote.readValue { result in
        done { self?.updated(descriptor, result.mapError(requestError)) }
      }
    }
  }

  func write(_ data: Data, to descriptor: CBDescriptor) {
    guard isConnected else { return }
    if descriptor.uuid == CBDescriptor.configuration {
      complain("the client characteristic configuration is written by setNotifyValue")
      return wrote(descriptor, CBATTError(.writeNotPermitted, "use setNotifyValue"))
    }
    guard let remote = remote(descriptor) else { return wrote(descriptor, deadError) }
    requests.add { [weak self] done in
      remote.writeValue([UInt8](data)) { result in
        done { self?.wrote(descriptor, result.error.map(requestError)) }
      }
    }
  }

  private func updated(_ descriptor: CBDescriptor, _ result: Result<[UInt8], any Error>) {
    deliver { _, peripheral in
      var failure: (any Error)?
      switch result {
      case .success(let bytes):
        descriptor.show(value: CBDescriptor.value(of: bytes, for: descriptor.uuid))
      case .failure(let error): failure = error
      }
      peripheral.delegate?.peripheral(peripheral, didUpdateValueFor: descriptor, error: failure)
    }
  }

  private func wrote(_ descriptor: CBDescriptor, _ error: (any Error)?) {
    deliver { _, peripheral in
      peripheral.delegate?.peripheral(peripheral, didWriteValueFor: descriptor, error: error)
    }
  }
}
