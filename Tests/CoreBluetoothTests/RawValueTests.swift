// Numbers that apps keep, send and compare: each case has Apple's.

import CoreBluetooth
import Testing

@Suite struct RawValueTests {
  @Test("Errors of the framework") func errors() {
    let codes: [CBError.Code] = [
      .unknown, .invalidParameters, .invalidHandle, .notConnected, .outOfSpace, .operationCancelled,
      .connectionTimeout, .peripheralDisconnected, .uuidNotAllowed, .alreadyAdvertising,
      .connectionFailed, .connectionLimitReached, .unknownDevice, .operationNotSupported,
      .peerRemovedPairingInformation, .encryptionTimedOut, .tooManyLEPairedDevices,
      .leGattExceededBackgroundNotificationLimit, .leGattNearBackgroundNotificationLimit,
    ]
    #expect(codes.map(\.rawValue) == Array(0...18))
  }

  @Test("Errors of the protocol are the protocol's") func protocolErrors() {
    let codes: [CBATTError.Code] = [
      .success, .invalidHandle, .readNotPermitted, .writeNotPermitted, .invalidPdu,
      .insufficientAuthentication, .requestNotSupported, .invalidOffset,
      .insufficientAuthorization, .prepareQueueFull, .attributeNotFound, .attributeNotLong,
      .insufficientEncryptionKeySize, .invalidAttributeValueLength, .unlikelyError,
      .insufficientEncryption, .unsupportedGroupType, .insufficientResources,
    ]
    #expect(codes.map(\.rawValue) == Array(0x00...0x11))
  }

  @Test("States and choices count from zero") func states() {
    #expect(
      [CBManagerAuthorization.notDetermined, .restricted, .denied, .allowedAlways].map(\.rawValue)
        == [0, 1, 2, 3])
    #expect(
      [CBPeripheralManagerConnectionLatency.low, .medium, .high].map(\.rawValue) == [0, 1, 2])
    #expect(
      [CBPeripheralManagerAuthorizationStatus.notDetermined, .restricted, .denied, .authorized]
        .map(\.rawValue) == [0, 1, 2, 3])
    #expect([CBConnectionEvent.peerDisconnected, .peerConnected].map(\.rawValue) == [0, 1])
  }

  @Test("Properties and permissions are bits") func bits() {
    let properties: [CBCharacteristicProperties] = [
      .broadcast, .read, .writeWithoutResponse, .write, .notify, .indicate,
      .authenticatedSignedWrites, .extendedProperties, .notifyEncryptionRequired,
      .indicateEncryptionRequired,
    ]
    #expect(properties.map(\.rawValue) == (0..<10).map { 1 << $0 })
    let characteristic = CBMutableCharacteristic(
      type: CBUUID(string: "FFF1"), properties: [.read], value: nil,
      permissions: [.readable, .writeable])
    #expect(characteristic.permissions.rawValue == 3)
    characteristic.permissions = [.readEncryptionRequired, .writeEncryptionRequired]
    #expect(characteristic.permissions.rawValue == 0x0C)
  }

  @Test("Keys that no option here has an effect of, and UUIDs of descriptors") func keys() {
    #expect(CBPeripheralManagerOptionShowPowerAlertKey == "kCBInitOptionShowPowerAlert")
    #expect(CBUUIDCharacteristicValidRangeString == "2906")
    #expect(CBUUIDCharacteristicObservationScheduleString == "2910")
    #expect(CBCentralManager.Feature.extendedScanAndConnect.rawValue == 1)
  }

  /// An app that listens to what Linux never has compiles as it is.
  private final class Listener: NSObject, CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func centralManager(
      _ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral
    ) {
      Issue.record("Linux has no notifications of iOS, \(peripheral.ancsAuthorized)")
    }
  }

  @Test func anAppMayListenToWhatNeverComes() {
    let listener: any CBCentralManagerDelegate = Listener()
    #expect(listener is Listener)
  }
}
