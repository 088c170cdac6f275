// What an app may say about a connection that it wants.

import Foundation

/// The options of `connect`.
struct ConnectOptions: Codable, Equatable, Sendable {
  var startDelaySeconds = 0.0
  /// Some thirty years: what is longer, up to infinity, is no time that can be counted.
  private static let longestDelaySeconds = 1e9
  var reconnects = false
  var notifiesOnConnection = false
  var notifiesOnDisconnection = false
  var notifiesOnNotification = false

  init() {}

  /// From Apple's dictionary; numbers are NSNumbers there, whatever literal they were written as.
  init(_ options: [String: Any]?) {
    func flag(_ key: String) -> Bool { (options?[key] as? NSNumber)?.boolValue ?? false }
    let delay = options?[CBConnectPeripheralOptionStartDelayKey] as? NSNumber
    // What is not a number is not more than 0 either.
    if let delay, delay.doubleValue > 0 {
      startDelaySeconds = min(delay.doubleValue, Self.longestDelaySeconds)
    }
    reconnects = flag(CBConnectPeripheralOptionEnableAutoReconnect)
    notifiesOnConnection = flag(CBConnectPeripheralOptionNotifyOnConnectionKey)
    notifiesOnDisconnection = flag(CBConnectPeripheralOptionNotifyOnDisconnectionKey)
    notifiesOnNotification = flag(CBConnectPeripheralOptionNotifyOnNotificationKey)
  }

  /// The wish that they make, with the limit that is set now.
  var wish: ConnectionMachine.Wish {
    ConnectionMachine.Wish(
      limit: BluetoothHost.connectTimeout, delay: .seconds(startDelaySeconds),
      reconnects: reconnects)
  }
}
