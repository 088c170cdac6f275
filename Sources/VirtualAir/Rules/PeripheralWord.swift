// What a peripheral can be made to say that its host did not.

import SharedProtocols

/// An attribute PDU that the peripheral sends of its own accord.
public enum PeripheralWord: Sendable, Equatable {
  /// A notification of a characteristic, whether or not the central subscribed to it.
  case notification(BluetoothUUID, [UInt8])
  /// An indication of Service Changed for handles from the first to the last.
  case serviceChanged(from: UInt16, to: UInt16)

  /// The PDU, where the server's handles are known; nil before the central discovered them.
  func pdu(_ attributes: AttributeMap) -> [UInt8]? {
    switch self {
    case .notification(let uuid, let value):
      attributes.valueHandle(of: uuid).map { [ATT.notification] + $0.littleEndian2 + value }
    case .serviceChanged(let first, let last):
      attributes.valueHandle(of: BluetoothUUID(0x2A05)).map {
        [ATT.indication] + $0.littleEndian2 + first.littleEndian2 + last.littleEndian2
      }
    }
  }
}

extension Air {
  /// Has the peripherals of a rule's links say their word, and again until the rule is lifted. A
  /// confirmation is not for their hosts, who sent no indication.
  func say(_ word: PeripheralWord, every interval: Duration?, by installed: InstalledRule) {
    for link in links where installed.rule.links.matches(link) && isReachable(link) {
      guard let pdu = word.pdu(link.peripheral.adapter.attributes), installed.claim() else {
        continue
      }
      if pdu[0] == ATT.indication { link.peripheral.owedConfirmations += 1 }
      recordAttribute(pdu, on: link, from: link.peripheral)
      installed.fire(pdu, adapter: link.peripheral.adapter, link: link)
      deliver(L2CAPFrame(attribute: pdu), on: link, from: link.peripheral)
    }
    guard let interval else { return }
    scheduler.after(interval) { [weak self, weak installed] in
      guard let self, let installed, !installed.isLifted else { return }
      say(word, every: interval, by: installed)
    }
  }
}
