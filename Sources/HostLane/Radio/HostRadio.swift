// A meter on an adapter of this machine, by its own bluetoothd: found, put on the air, kept there
// when bluetoothd restarts, and taken off without a trace.

import BlueZ
import EventLoop
import MeterEmulator
import Records
import TestBench

/// The place of one meter on one of the machine's adapters.
public final class HostRadio {
  typealias Done = (BenchError?) -> Void

  /// Told when the phase or the centrals have changed.
  var onChange: (() -> Void)?
  /// Told of what this lane does otherwise than the meter.
  var onNote: ((String) -> Void)?
  /// Told of what ends the emulation.
  var onFailure: Done?
  private(set) var phase = EmulationState.Phase.starting
  let centrals = CentralList()
  /// The adapter's name, once chosen.
  private(set) var adapterName: String?

  let meter: Meter
  private let place: Place
  private let loop: EventLoop
  let log: EmulationLog
  var client: BlueZClient?
  private var observation: BlueZObservation?
  private var presence: NameWatch?
  private var patience: (any ScheduledWork)?
  private var started: Done?
  var earlierName: AdapterName?
  var claim: AdapterClaim?
  /// Whether bluetoothd is being asked to take the meter or to let it go.
  var isBusy = false
  /// Whether bluetoothd has the meter.
  var isRegistered = false
  /// Whether the meter is to be on the air.
  var isWanted = true
  var whenIdle: [() -> Void] = []
  /// Whether the meter's attributes are to have the handles that they have in a real one.
  let wantsHandles: Bool
  var keepsHandles: Bool
  private var said: Set<String> = []

  /// In real time; bluetoothd answers within milliseconds.
  private static let longestSilence = Duration.seconds(5)

  init(_ meter: Meter, at place: Place, loop: EventLoop, log: EmulationLog) {
    self.meter = meter
    self.place = place
    self.loop = loop
    self.log = log
    wantsHandles = meter.configuration.server.hasHandles
    keepsHandles = wantsHandles
    meter.onProblem = { [weak self] in self?.refuse($0) }
  }

  var adapter: Adapter? {
    guard let client, let adapterName else { return nil }
    return client.adapter(named: adapterName)
  }

  /// The adapter's address, while it is there.
  var address: String? { adapter?.address }

  /// Puts the meter on the air; `done` gets nil once it is there.
  func start(_ done: @escaping Done) {
    started = done
    let bus: Bus
    do throws(BusError) {
      bus = try Bus(loop: loop, address: .address(place.busAddress))
    } catch {
      return fail(RadioProblem.noBus(place.busAddress, error))
    }
    bus.onClosed = { [weak self] in
      guard let self else { return }
      fail(BenchError("the system bus has gone", remedy: "Start it again, and then this."))
    }
    bus.onProblem = { [weak self] error in
      if RadioProblem.isDenial(error) { self?.fail(RadioProblem.denied(error)) }
    }
    let client = BlueZClient(bus: bus)
    self.client = client
    observation = client.observe { [weak self] in self?.take($0) }
    presence = NameWatch(bus: bus, name: BlueZClient.serviceName) { [weak self] owner in
      guard let self, owner == nil, started != nil else { return }
      fail(RadioProblem.noBluetoothd(place.busAddress))
    }
    patience = loop.after(Self.longestSilence) { [weak self] in
      self?.fail(RadioProblem.silentBluetoothd)
    }
  }

  func fail(_ error: BenchError) {
    patience?.cancel()
    if let started {
      self.started = nil
      started(error)
    } else {
      onFailure?(error)
    }
  }

  /// The meter is on the air; who waited for it hears so.
  func tellStarted() {
    patience?.cancel()
    started?(nil)
    started = nil
  }

  private func take(_ change: BlueZChange) {
    switch change {
    case .arrived where adapterName == nil: choose()
    case .left:
      log.append("bluetoothd.left")
      lose()
    default: break
    }
    guard adapterName != nil else { return }
    if phase != .waiting, phase != .starting, adapter?.exists == false {
      log.append("adapter.gone", ["adapter": .text(adapterName ?? "")])
      lose()
    }
    countCentrals()
    putOnTheAir()
  }

  func countCentrals() {
    guard let adapter else { return }
    if centrals.update(adapter.devices, isCounting: isRegistered, log) { onChange?() }
  }

  /// bluetoothd has forgotten the meter.
  func lose() {
    isRegistered = false
    if isWanted { move(to: .waiting) }
  }

  private func choose() {
    guard let client else { return }
    do throws(BenchError) {
      let adapter = try place.adapter(of: client)
      adapterName = adapter.name
      claim = try AdapterClaim(of: adapter, at: place)
      earlierName = AdapterName(of: adapter, beforeTaking: meter.configuration.name)
      for note in HostNotes.of(meter.configuration) { sayOnce(note) }
    } catch {
      fail(error)
    }
  }

  /// Says what this lane does otherwise than the meter.
  func sayOnce(_ note: String) {
    guard said.insert(note).inserted else { return }
    onNote?(note)
    log.append("note", ["text": .text(note)])
  }

  func move(to phase: EmulationState.Phase) {
    guard phase != self.phase else { return }
    self.phase = phase
    onChange?()
  }

  func becomeIdle() {
    let waiting = whenIdle
    whenIdle = []
    for work in waiting { work() }
  }
}
