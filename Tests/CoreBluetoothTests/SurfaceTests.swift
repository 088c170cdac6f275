// Apple's raw values and texts, as public sources agree on them.

import Testing

@testable import CoreBluetooth

@Suite struct SurfaceTests {
  @Test(
    "Keys",
    arguments: [
      (CBAdvertisementDataLocalNameKey, "kCBAdvDataLocalName"),
      (CBAdvertisementDataManufacturerDataKey, "kCBAdvDataManufacturerData"),
      (CBAdvertisementDataServiceDataKey, "kCBAdvDataServiceData"),
      (CBAdvertisementDataServiceUUIDsKey, "kCBAdvDataServiceUUIDs"),
      (CBAdvertisementDataOverflowServiceUUIDsKey, "kCBAdvDataHashedServiceUUIDs"),
      (CBAdvertisementDataTxPowerLevelKey, "kCBAdvDataTxPowerLevel"),
      (CBAdvertisementDataIsConnectable, "kCBAdvDataIsConnectable"),
      (CBAdvertisementDataSolicitedServiceUUIDsKey, "kCBAdvDataSolicitedServiceUUIDs"),
      (CBCentralManagerScanOptionAllowDuplicatesKey, "kCBScanOptionAllowDuplicates"),
      (CBCentralManagerScanOptionSolicitedServiceUUIDsKey, "kCBScanOptionSolicitedServiceUUIDs"),
      (CBCentralManagerOptionShowPowerAlertKey, "kCBInitOptionShowPowerAlert"),
      (CBCentralManagerOptionRestoreIdentifierKey, "kCBInitOptionRestoreIdentifier"),
      (CBConnectPeripheralOptionNotifyOnConnectionKey, "kCBConnectOptionNotifyOnConnection"),
      (CBConnectPeripheralOptionNotifyOnDisconnectionKey, "kCBConnectOptionNotifyOnDisconnection"),
      (CBConnectPeripheralOptionNotifyOnNotificationKey, "kCBConnectOptionNotifyOnNotification"),
      (CBConnectPeripheralOptionStartDelayKey, "kCBConnectOptionStartDelay"),
      (CBConnectPeripheralOptionEnableAutoReconnect, "kCBConnectOptionEnableAutoReconnect"),
      (CBCentralManagerRestoredStatePeripheralsKey, "kCBRestoredPeripherals"),
      (CBCentralManagerRestoredStateScanServicesKey, "kCBRestoredScanServices"),
      (CBCentralManagerRestoredStateScanOptionsKey, "kCBRestoredScanOptions"),
      (
        CBConnectionEventMatchingOption.serviceUUIDs.rawValue,
        "kCBConnectionEventMatchingOptionServiceUUIDs"
      ),
      (
        CBConnectionEventMatchingOption.peripheralUUIDs.rawValue,
        "kCBConnectionEventMatchingOptionPeripheralUUIDs"
      ),
      (CBUUIDCharacteristicExtendedPropertiesString, "2900"),
      (CBUUIDCharacteristicUserDescriptionString, "2901"),
      (CBUUIDClientCharacteristicConfigurationString, "2902"),
      (CBUUIDServerCharacteristicConfigurationString, "2903"),
      (CBUUIDCharacteristicFormatString, "2904"),
      (CBUUIDCharacteristicAggregateFormatString, "2905"),
    ])
  func keys(constant: String, text: String) { #expect(constant == text) }

  @Test("Numbers") func numbers() {
    #expect(CBManagerState.poweredOn.rawValue == 5)
    #expect(CBManagerAuthorization.allowedAlways.rawValue == 3)
    #expect(CBPeripheralState.disconnecting.rawValue == 3)
    #expect(CBCharacteristicWriteType.withoutResponse.rawValue == 1)
    #expect(CBConnectionEvent.peerConnected.rawValue == 1)
    #expect(CBCharacteristicProperties.indicateEncryptionRequired.rawValue == 0x200)
  }

  @Test(
    "A descriptor's value is of Apple's type",
    arguments: [
      ("2900", [1, 0], "NSNumber 1"), ("2901", [0x56, 0xC3, 0xA4], "String Vä"),
      ("2902", [2, 0], "NSNumber 2"), ("2903", [1, 0], "NSNumber 1"),
      (CBUUIDL2CAPPSMCharacteristicString, [0x81, 0x00], "NSNumber 129"),
      ("2904", [4, 0, 0x28, 0x27, 1, 0, 0], "Data 7 bytes"), ("FFF0", [], "Data 0 bytes"),
      ("2901", [0xFF], "String \u{FFFD}"), ("2902", [], "NSNumber 0"),
    ] as [(String, [UInt8], String)])
  func descriptorValues(uuid: String, bytes: [UInt8], expected: String) {
    let value = CBDescriptor.value(of: bytes, for: CBUUID(string: uuid))
    let kind = value is Data ? "Data" : value is String ? "String" : "NSNumber"
    #expect("\(kind) \(value)" == expected)
  }

  @Test("What a connect may be told, whatever literal the number was written as")
  func connectOptions() {
    let options = ConnectOptions([
      CBConnectPeripheralOptionStartDelayKey: 3, CBConnectPeripheralOptionEnableAutoReconnect: true,
      CBConnectPeripheralOptionNotifyOnNotificationKey: NSNumber(value: 1),
    ])
    #expect(options.startDelaySeconds == 3 && options.reconnects && options.notifiesOnNotification)
    #expect(!options.notifiesOnConnection && !options.notifiesOnDisconnection)
  }

  @Test("CBR-2: in the background") func background() {
    #expect(Scan(services: nil, allowsDuplicates: true).inBackground == nil)
    let scan = Scan(services: [CBUUID(string: "180D")], allowsDuplicates: true).inBackground
    #expect(scan?.allowsDuplicates == false && scan?.services?.count == 1)
  }

  @Test("A device that looks for a service is found by it, and bluetoothd is asked for everything")
  func solicited() {
    let heart = CBUUID(string: "180D")
    let scan = Scan(
      services: [CBUUID(string: "FFF0")],
      options: [CBCentralManagerScanOptionSolicitedServiceUUIDsKey: [heart]])
    #expect(scan.wants([], soliciting: [heart]))
    #expect(!scan.wants([heart]))
    #expect(Scan.filter(for: [scan])?.uuids == [])
  }

  @Test("A class is asked whether it may use Bluetooth") func authorization() {
    // Whatever other tests have found out meanwhile, nobody restricts anything here.
    #expect(CBCentralManager.authorization != .restricted)
    #expect(!CBCentralManager.supports(.extendedScanAndConnect))
  }
}
