// The keys of the dictionaries that Core Bluetooth takes and gives, with Apple's texts.

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
/// Whether each report of a device is handed on, not only the first and changed ones: an NSNumber.
public let CBCentralManagerScanOptionAllowDuplicatesKey = "kCBScanOptionAllowDuplicates"
