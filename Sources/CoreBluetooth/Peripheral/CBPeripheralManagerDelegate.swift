// What a peripheral manager tells.

import Foundation

/// Is told what centrals do, on the manager's queue. Only the first method is required.
public protocol CBPeripheralManagerDelegate: NSObjectProtocol {
  /// The state of the Bluetooth system is another.
  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager)
  /// An earlier process with the same restore identifier left this behind; told before the state.
  func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any])
  /// Advertising has begun, or could not.
  func peripheralManagerDidStartAdvertising(
    _ peripheral: CBPeripheralManager, error: (any Error)?)
  /// A service is on offer, or could not be offered.
  func peripheralManager(
    _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?)
  /// A central wants to be notified.
  func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral,
    didSubscribeTo characteristic: CBCharacteristic)
  /// A central does not want to be notified any more, or is gone.
  func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral,
    didUnsubscribeFrom characteristic: CBCharacteristic)
  /// A central wants to read a value that the app has. To be answered within bluetoothd's 5 s.
  func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest)
  /// A central wants to write. One answer, to the first request, is for all.
  func peripheralManager(
    _ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest])
  /// There is room for notifications again.
  func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager)
  /// A channel can be opened under this number, or could not be published.
  func peripheralManager(
    _ peripheral: CBPeripheralManager, didPublishL2CAPChannel PSM: CBL2CAPPSM,
    error: (any Error)?)
  /// The channel can no longer be opened.
  func peripheralManager(
    _ peripheral: CBPeripheralManager, didUnpublishL2CAPChannel PSM: CBL2CAPPSM,
    error: (any Error)?)
  /// A central has opened a channel.
  func peripheralManager(
    _ peripheral: CBPeripheralManager, didOpen channel: CBL2CAPChannel?, error: (any Error)?)
}

extension CBPeripheralManagerDelegate {
  /// Does nothing.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]
  ) {}
  /// Does nothing.
  public func peripheralManagerDidStartAdvertising(
    _ peripheral: CBPeripheralManager, error: (any Error)?
  ) {}
  /// Does nothing.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
  ) {}
  /// Does nothing.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral,
    didSubscribeTo characteristic: CBCharacteristic
  ) {}
  /// Does nothing.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral,
    didUnsubscribeFrom characteristic: CBCharacteristic
  ) {}
  /// Answers that the request is not supported, so that no central waits for an app that does not
  /// answer reads at all.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest
  ) {
    peripheral.respond(to: request, withResult: .requestNotSupported)
  }
  /// Answers that the request is not supported.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]
  ) {
    if let first = requests.first {
      peripheral.respond(to: first, withResult: .requestNotSupported)
    }
  }
  /// Does nothing.
  public func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) {}
  /// Does nothing.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager, didPublishL2CAPChannel PSM: CBL2CAPPSM,
    error: (any Error)?
  ) {}
  /// Does nothing.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager, didUnpublishL2CAPChannel PSM: CBL2CAPPSM,
    error: (any Error)?
  ) {}
  /// Does nothing: a channel that nobody keeps is closed.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager, didOpen channel: CBL2CAPChannel?, error: (any Error)?
  ) {}
}
