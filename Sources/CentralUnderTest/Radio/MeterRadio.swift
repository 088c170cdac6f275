// The seam between the app's logic and Core Bluetooth: what the logic asks of a radio, and what a
// radio tells it. It lets the logic be tested without a radio.

import CoreBluetooth

/// A radio as the app's logic needs it. Everything happens on one queue.
public protocol MeterRadio: AnyObject {
  /// Where events go.
  var listener: (any MeterRadioListener)? { get set }
  /// Whether Bluetooth is on.
  var isPoweredOn: Bool { get }
  /// Whether a scan runs.
  var isScanning: Bool { get }
  /// Scans for devices that advertise one of the services.
  func startScan(for services: [CBUUID])
  /// Ends the scan.
  func stopScan()
  /// Connects to a device that was seen.
  func connect(_ device: UUID)
  /// Ends a connection, or an attempt at one.
  func cancelConnection(_ device: UUID)
  /// Looks for these services of a connected device.
  func discoverServices(_ services: [CBUUID], of device: UUID)
  /// Looks for these characteristics of a service that was found.
  func discoverCharacteristics(_ wanted: [CBUUID], of service: CBUUID, on device: UUID)
  /// Subscribes to a characteristic that was found.
  func subscribe(to characteristic: CBUUID, on device: UUID)
  /// Writes to a characteristic that was found. Only a write with response is acknowledged.
  func write(
    _ bytes: [UInt8], to characteristic: CBUUID, on device: UUID,
    _ type: CBCharacteristicWriteType)
}

/// What a radio tells.
public enum RadioEvent {
  /// Bluetooth went on or off; the text says which, for people.
  case power(isOn: Bool, description: String)
  /// A device was heard.
  case sighted(Sighting)
  /// The link stands.
  case connected(UUID)
  /// The link could not be made.
  case failedToConnect(UUID, (any Error)?)
  /// The link, or the attempt at one, ended: without error if this side ended it.
  case disconnected(UUID, (any Error)?)
  /// The services that were looked for and are there.
  case services(UUID, Result<[CBUUID], any Error>)
  /// The characteristics that were looked for and are there.
  case characteristics(UUID, Result<[FoundCharacteristic], any Error>)
  /// A subscription stands, or failed.
  case subscribed(UUID, (any Error)?)
  /// A value came.
  case received(UUID, [UInt8])
  /// A write with response was acknowledged, or failed.
  case wrote(UUID, (any Error)?)
}

/// One report of a device.
public struct Sighting {
  /// Core Bluetooth's identifier of the device.
  public var device: UUID
  /// Its name, if it told one.
  public var name: String?
  /// The services that it advertises.
  public var services: [CBUUID]
  /// Its manufacturer data, the company's number first.
  public var manufacturerData: Data?
  /// How strongly it was heard, in dBm.
  public var rssi: Int
}

/// A characteristic and what it permits.
public struct FoundCharacteristic {
  /// Its UUID.
  public var uuid: CBUUID
  /// What it permits.
  public var properties: CBCharacteristicProperties
}

/// Someone who is told what happens on a radio.
public protocol MeterRadioListener: AnyObject {
  /// Called for each event, in order.
  func radio(_ radio: any MeterRadio, did event: RadioEvent)
}
