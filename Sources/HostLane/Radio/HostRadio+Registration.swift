// A meter's radio put on the air by bluetoothd, as often as that has to be.

import BlueZ
import MeterEmulator

extension HostRadio {
  /// Registers the meter where it is wanted, is not yet, and can be.
  func putOnTheAir() {
    guard isWanted, !isRegistered, !isBusy, let client, client.isPresent, let adapter,
      adapter.exists, adapter.isPowered
    else { return }
    centrals.begin(with: adapter.devices)
    isBusy = true
    meter.register(on: client, adapter: adapter.path, keepsHandles: keepsHandles) {
      [weak self] result in
      guard let self else { return }
      isBusy = false
      if case .failure(let error) = result, error.step == .registerService, keepsHandles {
        // The numbers may be another's on a machine that has its own services.
        keepsHandles = false
        putOnTheAir()
        return isBusy ? () : becomeIdle()
      }
      if wantsHandles, !keepsHandles, case .success = result { sayOnce(HostNotes.otherHandles) }
      switch result {
      case .failure(let error):
        // bluetoothd left while it was asked: the meter returns with it.
        if client.isPresent { refuse(error) } else { lose() }
      case .success:
        isRegistered = true
        countCentrals()
        move(to: .onAir)
        tellStarted()
      }
      becomeIdle()
    }
  }

  func refuse(_ error: MeterRegistrationError) {
    isWanted = false
    fail(RadioProblem.registration(error, adapter: adapterName ?? "the adapter"))
  }
}

extension MeterServer {
  /// Whether any attribute is to have a handle of its own.
  var hasHandles: Bool {
    services.contains { service in
      service.handle != nil || service.characteristics.contains { $0.handle != nil }
    }
  }
}
