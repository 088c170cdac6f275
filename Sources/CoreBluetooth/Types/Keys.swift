// The keys of the dictionaries that a central takes and gives, with Apple's texts.

// What an advertisement says.

/// An advertisement's local name: a String.
public let CBAdvertisementDataLocalNameKey = "kCBAdvDataLocalName"
/// An advertisement's transmit power in dBm: an NSNumber.
public let CBAdvertisementDataTxPowerLevelKey = "kCBAdvDataTxPowerLevel"
/// The services that an advertisement names: [CBUUID].
public let CBAdvertisementDataServiceUUIDsKey = "kCBAdvDataServiceUUIDs"
/// An advertisement's service data: [CBUUID: Data].
public let CBAdvertisementDataServiceDataKey = "kCBAdvDataServiceData"
/// An advertisement's manufacturer data: Data, the company's number first, least byte first.
public let CBAdvertisementDataManufacturerDataKey = "kCBAdvDataManufacturerData"
/// The services of an advertisement's overflow area: [CBUUID]. Only iOS devices have one, in a form
/// that Apple does not publish, so no dictionary here holds it.
public let CBAdvertisementDataOverflowServiceUUIDsKey = "kCBAdvDataHashedServiceUUIDs"
/// Whether the peripheral can be connected to: an NSNumber. See docs/core-bluetooth.md for where it is
/// taken from.
public let CBAdvertisementDataIsConnectable = "kCBAdvDataIsConnectable"
/// The services that a peripheral looks for: [CBUUID].
public let CBAdvertisementDataSolicitedServiceUUIDsKey = "kCBAdvDataSolicitedServiceUUIDs"

// Keys that Apple's dictionaries hold without a public name.

/// When the advertisement was reported, a CFAbsoluteTime: an NSNumber.
let advertisementTimestampKey = "kCBAdvDataTimestamp"
/// The PHY of the advertisement, always 1 (LE 1M), for bluetoothd does not tell: an NSNumber.
let advertisementPrimaryPHYKey = "kCBAdvDataRxPrimaryPHY"
/// The PHY of an extended advertisement's second part, always 0: an NSNumber.
let advertisementSecondaryPHYKey = "kCBAdvDataRxSecondaryPHY"

// Options of a central manager.

/// Whether a central that starts while Bluetooth is off says so to the user: an NSNumber. Where iOS
/// shows an alert, a line goes to standard error.
public let CBCentralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// The name under which the manager's state is kept for the next process: a String.
public let CBCentralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// Access to devices of the media accessory kind.
@available(*, unavailable, message: "Linux has no media device access to ask for")
public let CBCentralManagerOptionDeviceAccessForMedia = "kCBInitOptionDeviceAccessForMedia"

// Options of a scan.

/// Whether each report of a device is handed on, not only the first and changed ones: an NSNumber.
public let CBCentralManagerScanOptionAllowDuplicatesKey = "kCBScanOptionAllowDuplicates"
/// Finds peripherals that look for one of these services too: [CBUUID].
public let CBCentralManagerScanOptionSolicitedServiceUUIDsKey = "kCBScanOptionSolicitedServiceUUIDs"

// Options of a connection. Where iOS shows an alert for an app in the background, a line goes to
// standard error.

/// Whether the user is told of the connection while the app is in the background: an NSNumber.
public let CBConnectPeripheralOptionNotifyOnConnectionKey = "kCBConnectOptionNotifyOnConnection"
/// Whether the user is told of its end while the app is in the background: an NSNumber.
public let CBConnectPeripheralOptionNotifyOnDisconnectionKey =
  "kCBConnectOptionNotifyOnDisconnection"
/// Whether the user is told of notifications while the app is in the background: an NSNumber.
public let CBConnectPeripheralOptionNotifyOnNotificationKey = "kCBConnectOptionNotifyOnNotification"
/// Seconds to wait before the attempt begins: an NSNumber.
public let CBConnectPeripheralOptionStartDelayKey = "kCBConnectOptionStartDelay"
/// Whether a connection that was lost is made again without being asked for: an NSNumber.
public let CBConnectPeripheralOptionEnableAutoReconnect = "kCBConnectOptionEnableAutoReconnect"
/// A classic connection made of a Low Energy one.
@available(*, unavailable, message: "bluetoothd makes no classic connection of a Low Energy one")
public let CBConnectPeripheralOptionEnableTransportBridgingKey =
  "kCBConnectOptionEnableTransportBridging"
/// Connecting only with access to iOS's notifications.
@available(*, unavailable, message: "Linux has no Apple Notification Center Service")
public let CBConnectPeripheralOptionRequiresANCS = "kCBConnectOptionRequiresANCS"

// What a restored central had under way.

/// The peripherals that were connected or being connected: [CBPeripheral].
public let CBCentralManagerRestoredStatePeripheralsKey = "kCBRestoredPeripherals"
/// The services that were scanned for: [CBUUID].
public let CBCentralManagerRestoredStateScanServicesKey = "kCBRestoredScanServices"
/// The options of that scan: [String: Any].
public let CBCentralManagerRestoredStateScanOptionsKey = "kCBRestoredScanOptions"
