// The app's data, as its screens see them: where the Bluetooth side is started from, and which meters
// are offered to the user.

import CoreBluetooth

/// Starts the Bluetooth side, lists the meters that passed the check of their profile, and takes the
/// user's wishes. Confined to the manager's queue.
public final class AppData: CentralObserver {
  /// Who is told what happens.
  public weak var observer: (any CentralObserver)?
  /// The Bluetooth side, from when it was activated.
  public private(set) var manager: BluetoothManager?
  private var hasStartedScanning = false
  private let makeManager: () -> BluetoothManager

  /// Nothing is started yet, and Bluetooth not used: `makeManager` is called when it is.
  public init(makeManager: @escaping () -> BluetoothManager) {
    self.makeManager = makeManager
  }

  /// Starts the Bluetooth side, which scans as soon as Bluetooth is on. Once is enough.
  public func activateDeviceSync() {
    guard manager == nil else { return }
    let manager = makeManager()
    manager.observer = self
    self.manager = manager
    if manager.isPoweredOn { startScanning() }
  }

  /// The manager resumes by itself what it once began, so it is told once.
  private func startScanning() {
    guard !hasStartedScanning else { return }
    hasStartedScanning = true
    manager?.scan()
  }

  /// The meters to offer to the user: of what was seen, what has a meter's profile.
  public var discoveredMeters: [DiscoveredMeter] {
    manager?.meters.filter(\.capabilities.hasMeterProfile) ?? []
  }

  /// Passes on what happened.
  public func manager(_ manager: BluetoothManager, did event: CentralEvent) {
    if case .ready = event { startScanning() }
    observer?.manager(manager, did: event)
  }
}
