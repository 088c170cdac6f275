// A whole meter: what it is, what it does, and its place on the bus.

import Records

/// One emulated USB power meter.
public final class Meter {
  /// What it was made as.
  public let configuration: MeterConfiguration
  /// Its command handling and pacing, without a radio.
  public let core: MeterCore
  /// Told when the supply goes and comes back, for the radio to fall silent with it.
  public var onPowerChange: ((Bool) -> Void)?

  /// A meter that is switched on now, on the air of no adapter yet.
  ///
  /// - Parameter adapterIndex: N of the hciN that its records name.
  public init(
    configuration: MeterConfiguration, scheduler: any Scheduler, records: RecordStream,
    adapterIndex: Int
  ) {
    self.configuration = configuration
    core = MeterCore(
      configuration: configuration, scheduler: scheduler, records: records,
      adapterIndex: adapterIndex)
  }

  /// What is connected to the meter.
  public var load: Load {
    get { core.load }
    set { core.load = newValue }
  }

  /// Changes the bytes of coming frames before they are split, `times` frames or until lifted. Each
  /// frame that came out different is recorded as `fault.fired` with the bytes that go out.
  public func alterFrames(
    id: String, verb: String, times: Int?, _ change: @escaping ([UInt8]) -> [UInt8]
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
}
