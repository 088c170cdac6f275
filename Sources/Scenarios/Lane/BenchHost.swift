// The guest as faults of the host level have it in hand.

import BlueZ
import EventLoop
import Faults
import Glibc
import MeterEmulator
import Records
import TestBench

/// bluetoothd, one central's adapter and the bus of one guest.
final class BenchHost: FaultHost {
  private let stage: Stage
  private let adapterIndex: Int
  private let meters: [Meter]
  private let onProblem: (String) -> Void
  private let service: BluetoothService?
  private var observation: BlueZObservation?
  private var monitor: BusMonitor?
  private var competitor: BlueZObservation?

  /// The guest that these are in; what goes wrong with it is told, and is not the central's fault.
  init(stage: Stage, adapter: Int, meters: [Meter], onProblem: @escaping (String) -> Void) {
    self.stage = stage
    adapterIndex = adapter
    self.meters = meters
    self.onProblem = onProblem
    service = stage.bluetoothd
  }

  private var adapterName: String { "hci\(adapterIndex)" }
  private var adapter: Adapter? { stage.client?.adapter(named: adapterName) }

  func setPowered(_ isOn: Bool, _ seen: @escaping () -> Void) {
    when({ [adapterName] in $0.adapter(named: adapterName).isPowered == isOn }, seen)
    adapter?.setPowered(isOn) { [onProblem] result in
      if case .failure(let error) = result { onProblem("the adapter: \(error)") }
    }
  }

  func endBluetoothd(abruptly: Bool, _ seen: @escaping () -> Void) {
    when({ !$0.isPresent }, seen)
    service?.end(by: abruptly ? SIGKILL : SIGTERM, onProblem)
  }

  func startBluetoothd() {
    do throws(SystemError) { try service?.start() } catch { return onProblem("\(error)") }
    stage.putBackOnAir(meters) { [onProblem] in if let error = $0 { onProblem("\(error)") } }
  }

  func refuseCalls(of methods: [String]?, _ seen: @escaping () -> Void) {
    listen({ $0.name == "org.freedesktop.DBus.Error.AccessDenied" }, seen)
    service?.refuse(methods, onProblem)
  }

  func refuseNoCalls() {
    monitor = nil
    service?.refuse([], onProblem)
  }

  func connectFirst(_ seen: @escaping () -> Void) {
    // Which of the two it is depends on how far the other's connect has got.
    listen(
      {
        $0.name == "org.bluez.Error.InProgress"
          || $0.name == "org.bluez.Error.Failed" && $0.message.contains("already in progress")
      }, seen)
    competitor = stage.client?.observe { [weak self] change in
      if case .added(let path, Device.interface) = change { self?.connect(path) }
    }
    for device in adapter?.devices ?? [] { connect(device.path) }
  }

  private func connect(_ path: String) {
    guard let client = stage.client, let device = client.object(path, as: Device.self),
      device.adapterPath == adapter?.path, !device.isConnected
    else { return }
    // It may fail: bluetoothd forgets devices, and the central may have been quicker.
    device.connect { _ in }
  }

  func connectNoMore() {
    monitor = nil
    competitor?.cancel()
    competitor = nil
    for device in adapter?.devices ?? [] where device.isConnected { device.disconnect { _ in } }
  }

  func fired(_ id: String, verb: String) {
    stage.records.append(
      Record(
        time: stage.loop.now, witness: .harness, adapter: adapterIndex, kind: "fault.fired",
        details: ["fault": .text(id), "verb": .text(verb)]))
  }

  /// Tells once that a condition of bluetoothd's objects holds.
  private func when(
    _ condition: @escaping (BlueZClient) -> Bool, _ seen: @escaping () -> Void
  ) {
    observation = stage.client?.observe { [weak self] _ in
      guard let self, let client = stage.client, condition(client) else { return }
      observation?.cancel()
      observation = nil
      seen()
    }
  }

  /// Tells of each such error that a call of others than the harness came back with.
  private func listen(
    _ isSuch: @escaping (BusRefusal) -> Bool, _ seen: @escaping () -> Void
  ) {
    let own = stage.client?.bus.uniqueName
    do throws(BusError) {
      monitor = try stage.monitorRefusals { refusal in
        if refusal.caller != own, isSuch(refusal) { seen() }
      }
    } catch { onProblem("the bus cannot be listened to: \(error)") }
  }
}
