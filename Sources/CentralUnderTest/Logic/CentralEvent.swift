// All that happens to the app's Bluetooth side, in one place: the app's screens, its log and the
// test harness listen to the same events.

import CoreBluetooth
import SharedProtocols

/// One thing that happened.
public enum CentralEvent: Sendable {
  /// Bluetooth is on: scanning and connecting work.
  case ready
  /// Bluetooth cannot be used; the text is for the user.
  case unavailable(String)
  /// The connection went from one state to another.
  case state(ConnectionState, previous: ConnectionState)
  /// A meter was seen for the first time, or under a new name.
  case discovered(DiscoveredMeter)
  /// It is known which model the meter of this name is, or, with nil, that it is uncertain. It is
  /// told when the meter is discovered and whenever it changes.
  case identified(MeterModel?, name: String)
  /// A measurement was asked for.
  case requested
  /// A command of the user's was written, and acknowledged where the meter acknowledges.
  case sent([UInt8])
  /// A command of the user's could not be written, or the meter refused it.
  case sendFailed([UInt8], reason: String)
  /// A valid measurement came.
  case measurement(MeterReading)
  /// Bytes came that are no valid measurement of the meter.
  case rejected(Rejection)
  /// Something took longer than its limit.
  case timedOut(TimedStep)
  /// The connection ended: wanted means by the user.
  case dropped(wanted: Bool, reason: String)
  /// Another attempt will start after the delay.
  case retry(ReconnectPolicy.Attempt)
  /// No more attempts after these.
  case gaveUp(attempts: Int)
  /// The device is no meter that the app can use; it is not tried again.
  case incompatible(reason: String)
  /// The user must pair the meter in the system's settings.
  case pairingNeeded(reason: String)
  /// Something for the log alone.
  case log(String)
}

/// The steps that have a time limit.
public enum TimedStep: String, Sendable {
  /// Waiting for the link.
  case connect
  /// Looking for services.
  case serviceDiscovery
  /// Looking for characteristics.
  case characteristicDiscovery
  /// Subscribing to the meter's notifications.
  case subscription
  /// Waiting for the answer to a request.
  case measurement
}

/// A meter that a scan has found.
public struct DiscoveredMeter: Sendable, Hashable {
  /// Core Bluetooth's identifier of it.
  public var identifier: UUID
  /// Its name, as last advertised.
  public var name: String
  /// How strongly it was last heard, in dBm.
  public var rssi: Int
  /// The services that it advertises.
  public var services: [CBUUID]
  /// What the advertisement tells.
  public var capabilities: MeterCapabilities
}

/// Someone who is told of all that happens, on the manager's queue.
public protocol CentralObserver: AnyObject {
  /// Called for each event, in order.
  func manager(_ manager: BluetoothManager, did event: CentralEvent)
}
