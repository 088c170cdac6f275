// What a peripheral tells.

import Foundation

/// Is told what happens to a peripheral, on its manager's queue. No method is required.
public protocol CBPeripheralDelegate: NSObjectProtocol {
  /// The peripheral has another name.
  func peripheralDidUpdateName(_ peripheral: CBPeripheral)
  /// The peripheral has taken services away, which are of no use any more, or has others: with no
  /// services given, there are new ones only. Look for services again.
  func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService])
  /// The strength of the connection was read; `RSSI` is in dBm, and 127 where there is an error.
  func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?)
  /// Never called, as on Apple's systems since iOS 8.
  @available(*, deprecated, message: "Use peripheral(_:didReadRSSI:error:)")
  func peripheralDidUpdateRSSI(_ peripheral: CBPeripheral, error: (any Error)?)
  /// `services` holds what was looked for, unless there is an error.
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?)
  /// The service's `includedServices` hold what was looked for, unless there is an error.
  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService,
    error: (any Error)?)
  /// The service's `characteristics` hold what was looked for, unless there is an error.
  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?)
  /// The characteristic's `descriptors` are there, unless there is an error.
  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
    error: (any Error)?)
  /// A value was read or notified; take it from the characteristic before the next one comes.
  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?)
  /// A write with response was acknowledged, or failed.
  func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic,
    error: (any Error)?)
  /// A descriptor's value was read.
  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?)
  /// A descriptor was written, or could not be.
  func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?)
  /// Notifications are on or off, or could not be switched.
  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
    error: (any Error)?)
  /// There is room for writes without response again.
  func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral)
  /// A channel is open, or could not be opened.
  func peripheral(
    _ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?)
}

extension CBPeripheralDelegate {
  /// Does nothing.
  public func peripheralDidUpdateName(_ peripheral: CBPeripheral) {}
  /// Does nothing.
  public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {}
  /// Does nothing.
  public func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {}
  /// Does nothing.
  public func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {}
  /// Does nothing.
  public func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {}
  /// Does nothing.
  public func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {}
  /// Does nothing.
  public func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {}
  /// Does nothing: a channel that nobody keeps is closed.
  public func peripheral(
    _ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?
  ) {}
  /// Complains, as Apple's module does: what was taken away goes unnoticed.
  public func peripheral(
    _ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]
  ) {
    complain("the delegate has no peripheral(_:didModifyServices:), and services have changed")
  }
  /// Does nothing.
  public func peripheral(
    _ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?
  ) {}
  /// Does nothing.
  @available(*, deprecated, message: "Use peripheral(_:didReadRSSI:error:)")
  public func peripheralDidUpdateRSSI(_ peripheral: CBPeripheral, error: (any Error)?) {}
  /// Does nothing.
  public func peripheral(
    _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService,
    error: (any Error)?
  ) {}
  /// Does nothing.
  public func peripheral(
    _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {}
  /// Does nothing.
  public func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?
  ) {}
  /// Does nothing.
  public func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?
  ) {}
}
