// State that outlives the process.

import BlueZ
import Foundation

extension CentralSession {
  /// Keeps what is under way for the next process.
  func keep() {
    guard let store, hasRestored else { return }
    store.save(
      RestorationState(
        scan: scan.map(RestorationState.Scan.init),
        peripherals: links.filter { $0.isWanted && $0.peripheral != nil }.map {
          RestorationState.Peripheral(
            device: $0.known, isConnected: $0.isConnected, options: $0.options)
        }))
  }

  /// What a process before this one had under way, the first time that Bluetooth's state is known.
  func restoreOnce() -> Restored? {
    // Not before there is a Bluetooth system: it may still be starting.
    guard let store, !hasRestored, [.poweredOn, .poweredOff].contains(radioState) else {
      return nil
    }
    hasRestored = true
    guard let state = store.load() else { return nil }
    let isOn = radioState == .poweredOn
    if isOn { scan = state.scan?.scan }
    let restored = Restored(scan: state.scan?.scan, isOn: isOn)
    for entry in state.peripherals {
      guard let peripheral = peripheral(for: entry.device) else { continue }
      let link = peripheral.link
      if isOn, link.device.isConnected {
        if entry.isConnected { link.takeOver(entry.options) }
        restored.add(peripheral, entry.isConnected ? .connected : .pending(entry.options))
      } else {
        restored.add(peripheral, entry.isConnected || !isOn ? .lost : .pending(entry.options))
      }
    }
    return restored
  }
}
