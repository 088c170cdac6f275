// What a peripheral manager advertises.

import BlueZ
import Foundation

extension PeripheralSession {
  /// Advertises; what was restored without a word to the delegate.
  func startAdvertising(_ content: AdvertisingContent, isTold: Bool = true) {
    guard case .off = advertising else {
      return toldAdvertising(CBError(.alreadyAdvertising, "the peripheral advertises already"))
    }
    if let problem = content.problem { return toldAdvertising(problem) }
    guard let radio, let bus = radio.client?.bus, let adapter = radio.adapterPath else { return }
    let longest = AdvertisingContent.longestNameByteCount
    if let name = content.localName, name.utf8.count > longest {
      warn("the name '\(name)' is advertised shortened, for the scan response has \(longest) bytes")
    }
    let advertisement = Advertisement(
      bus: bus, content: content.content, path: Self.nextPath("advertisement"))
    advertising = .starting(advertisement, content)
    advertisement.onReleased = { [weak self] in
      guard let self, isCurrent(advertisement) else { return }
      advertising = .off
      deliver { $0.show(isAdvertising: false) }
    }
    advertisement.register(adapter: adapter) { [weak self] result in
      guard let self, isCurrent(advertisement) else { return }
      switch result {
      case .success:
        advertising = .on(advertisement, content)
        if isTold { toldAdvertising(nil) }
      case .failure(let error):
        advertising = .off
        let isFull = error.bluez == .notPermitted
        toldAdvertising(CBError(isFull ? .outOfSpace : .unknown, "\(error)"))
      }
    }
  }

  private func isCurrent(_ advertisement: Advertisement) -> Bool {
    switch advertising {
    case .off: false
    case .starting(let current, _), .on(let current, _): current === advertisement
    }
  }

  /// What is advertised, nil if nothing is.
  var advertisedContent: AdvertisingContent? {
    switch advertising {
    case .off: nil
    case .starting(_, let content), .on(_, let content): content
    }
  }

  private func toldAdvertising(_ error: CBError?) {
    deliver { manager in
      if error == nil { manager.show(isAdvertising: true) }
      manager.delegate?.peripheralManagerDidStartAdvertising(manager, error: error)
    }
  }

  func stopAdvertising() {
    let ended: Advertisement
    switch advertising {
    case .off: return
    case .starting(let advertisement, _), .on(let advertisement, _): ended = advertisement
    }
    advertising = .off
    guard let adapter = radio?.adapterPath else { return }
    // Kept until then: bluetoothd reads the object while it registers.
    ended.unregister(adapter: adapter) { [ended] result in
      if case .failure(let error) = result { warn("\(ended.path) still advertises: \(error)") }
    }
  }
}
