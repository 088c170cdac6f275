// Who is connected to the meter. bluetoothd does not say which of an adapter's links go out and which
// came in, so every device that connects while the meter is on the air counts.

import BlueZ
import Records

/// The centrals of one meter.
final class CentralList {
  /// Those that are connected now, in the order in which they came.
  private(set) var connected: [Device] = []
  private var addresses: [String: String] = [:]
  /// Devices that were connected before: a mouse, a headset.
  private var others: Set<String> = []

  /// Their addresses.
  var names: [String] { connected.map { addresses[$0.path] ?? $0.path } }

  /// The meter goes on the air with these devices known.
  func begin(with devices: [Device]) {
    let own = Set(connected.map(\.path))
    others = Set(devices.filter(\.isConnected).map(\.path)).subtracting(own)
  }

  /// Looks at the adapter's devices again; whether anything changed. Nobody new counts while the
  /// meter is not on the air.
  func update(_ devices: [Device], isCounting: Bool, _ log: EmulationLog) -> Bool {
    let linked = devices.filter(\.isConnected)
    let paths = Set(linked.map(\.path))
    others.formIntersection(paths)
    let gone = connected.filter { !paths.contains($0.path) }
    connected.removeAll { !paths.contains($0.path) }
    for device in gone {
      let address = addresses.removeValue(forKey: device.path)
      log.append("disconnected", ["central": .text(address ?? device.path)])
    }
    let known = others.union(connected.map(\.path))
    let new = isCounting ? linked.filter { !known.contains($0.path) } : []
    for device in new {
      connected.append(device)
      addresses[device.path] = device.address ?? device.path
      log.append("connected", ["central": .text(device.address ?? device.path)])
    }
    return !gone.isEmpty || !new.isEmpty
  }
}
