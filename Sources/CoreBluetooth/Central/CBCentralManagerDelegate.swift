// What a central manager tells.

import Foundation

/// Is told what happens to a central, on the manager's queue. Only the first method is required.
public protocol CBCentralManagerDelegate: NSObjectProtocol {
  /// The state of the Bluetooth system is another.
  func centralManagerDidUpdateState(_ central: CBCentralManager)
  /// The first call where a process with this restore identifier was ended before: what it had under
  /// way, by the keys `CBCentralManagerRestoredState…`.
  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])
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
  /// `isReconnecting` says that it is being made again, by the option EnableAutoReconnect.
  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?)
  /// A connection of the system that was registered for stands or has ended, whoever made it.
  func centralManager(
    _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
    for peripheral: CBPeripheral)
  /// The peripheral may or may not see iOS's notifications. Linux has none, so this never changes and
  /// is never called.
  func centralManager(
    _ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral)
}

extension CBCentralManagerDelegate {
  /// Does nothing.
  public func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
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
  /// Does nothing.
  public func centralManager(
    _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
    for peripheral: CBPeripheral
  ) {}
  /// Does nothing.
  public func centralManager(
    _ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral
  ) {}
}
