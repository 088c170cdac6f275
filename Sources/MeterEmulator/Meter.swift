// A whole meter: what it is, what it does, and its place on the bus.

import BlueZ
import Records

/// One emulated USB power meter.
public final class Meter {
  /// What it was made as.
  public let configuration: MeterConfiguration
  /// Its command handling and pacing, without a radio.
  public let core: MeterCore
  /// Told when the supply goes and comes back, for the radio to fall silent with it.
  public var onPowerChange: ((Bool) -> Void)?
  /// Told of failures that come after `register` is done: advertising that was to start later.
  public var onProblem: ((MeterRegistrationError) -> Void)?
  private let log: EmulatorLog
  private var registration: MeterRegistration?

  /// A meter that is switched on now, on the air of no adapter yet.
  ///
  /// - Parameter adapterIndex: N of the hciN that its records name.
  public init(
    configuration: MeterConfiguration, scheduler: any Scheduler, records: RecordStream,
    adapterIndex: Int
  ) {
    self.configuration = configuration
    log = EmulatorLog(scheduler: scheduler, records: records, adapterIndex: adapterIndex)
    core = MeterCore(
      configuration: configuration, scheduler: scheduler, records: records,
      adapterIndex: adapterIndex)
  }

  /// What is connected to the meter.
  public var load: Load {
    get { core.load }
    set { core.load = newValue }
  }

  /// Changes the meter while it runs. A load that cannot be is an error, and nothing is changed.
  public func make(_ change: MeterChange) throws(LoadError) { try core.make(change) }

  /// Changes coming frames, `times` of them or until lifted. Each frame that came out different is
  /// recorded as `fault.fired` with the bytes that go out.
  public func alterFrames(
    id: String, verb: String, times: Int?, _ change: FrameChange
  ) -> FrameAlteration {
    core.alterFrames(id: id, verb: verb, times: times, change)
  }

  /// Takes the supply away. The link is the radio's to drop; the meter only stops.
  public func powerOff() {
    guard core.isPowered else { return }
    core.powerOff()
    onPowerChange?(false)
  }

  /// Gives the supply back.
  public func powerOn() {
    guard !core.isPowered else { return }
    core.powerOn()
    onPowerChange?(true)
  }

  /// Puts the meter on an adapter: names it, registers the service and starts advertising.
  ///
  /// `done` comes once the meter is on the air; with a delay before advertising it comes once all
  /// else is done. When bluetoothd has left the bus, the meter has to be registered again.
  ///
  /// - Parameter keepsHandles: whether the attributes get the handles that the meter's have, as far
  ///   as they are known. bluetoothd refuses them when it has given them to another.
  public func register(
    on client: BlueZClient, adapter path: String, keepsHandles: Bool = true,
    _ done: @escaping (Result<Void, MeterRegistrationError>) -> Void
  ) {
    // The earlier one's paths leave the bus before the new one takes them.
    registration = nil
    let registration = MeterRegistration(
      core: core, configuration: configuration, adapter: Adapter(client: client, path: path),
      keepsHandles: keepsHandles, log: log
    ) { [weak self] in self?.onProblem?($0) }
    self.registration = registration
    registration.register(done)
  }

  /// Takes the meter off its adapter, once `register` is done; the adapter keeps the name. A
  /// central that is connected stays so and sees the service go.
  public func unregister(_ done: @escaping (Result<Void, MeterRegistrationError>) -> Void) {
    guard let registration else { return done(.success(())) }
    self.registration = nil
    registration.unregister(done)
  }
}
