// What a central manager tells.

import Foundation

/// Is told what happens to a central, on the manager's queue. Only the first method is required.
public protocol CBCentralManagerDelegate: NSObjectProtocol {
  /// The state of the Bluetooth system is another.
  func centralManagerDidUpdateState(_ central: CBCentralManager)
  /// A scan has found a peripheral, or learned more about it. `RSSI` is in dBm.
  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber)
  /// The connection stands.
  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)
  /// The connection could not be made.
  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?)
  /// The connection ended: without error if this side asked for it.
  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?)
  /// The connection ended. This is the one that is called; its default calls the shorter one.
  /// `isReconnecting` is always false.
  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?)
}

extension CBCentralManagerDelegate {
  /// Does nothing.
  public func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {}
  /// Does nothing.
  public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {}
  /// Does nothing.
  public func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {}
  /// Does nothing.
  public func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {}
  /// Calls the shorter one.
  public func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
  ) {
    centralManager(central, didDisconnectPeripheral: peripheral, error: error)
  }
}
