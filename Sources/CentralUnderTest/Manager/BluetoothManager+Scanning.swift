// Looking for meters.

import CoreBluetooth

extension BluetoothManager {
  /// Scans for meters from when Bluetooth is on, until `stopScan`.
  public func scan() {
    isScanWanted = true
    startScan()
  }

  /// Ends the scan.
  public func stopScan() {
    isScanWanted = false
    scanRetry?.cancel()
    scanRetry = nil
    if radio.isScanning { radio.stopScan() }
  }

  /// Core Bluetooth reports no error of a scan: one that does not run is all there is to see, and
  /// it is tried again every few seconds.
  func startScan() {
    guard isScanWanted else { return }
    scanRetry?.cancel()
    scanRetry = nil
    if radio.isPoweredOn {
      radio.startScan(for: MeterCapabilities.scannedServices(for: settings.profile))
    }
    guard !radio.isScanning else { return }
    emit(.unavailable("Bluetooth unavailable"))
    scanRetry = scheduler.after(settings.scanRetryInterval) { [weak self] in self?.startScan() }
  }

  /// Lists a device, once however often it is seen.
  func sighted(_ sighting: Sighting) {
    let listed = meters.firstIndex { $0.identifier == sighting.device }
    let known = listed.map { meters[$0] }
    let name = sighting.name ?? known?.name ?? ""
    let services = sighting.services.isEmpty ? known?.services ?? [] : sighting.services
    var capabilities = MeterCapabilities(
      name: name, services: services, manufacturerData: sighting.manufacturerData)
    if let known, known.name == name, known.services == services {
      // What its frames have told is worth more than the same advertisement once more.
      capabilities.model = known.capabilities.model
    }
    let meter = DiscoveredMeter(
      identifier: sighting.device, name: name, rssi: sighting.rssi, services: services,
      capabilities: capabilities)
    if let listed { meters[listed] = meter } else { meters.append(meter) }
    if known?.name != name { emit(.discovered(meter)) }
    if known?.name != name || known?.capabilities.model != capabilities.model {
      emit(.identified(capabilities.model, name: name))
    }
    if let sought, sought.matches(meter) { want(meter) }
  }
}
