// A meter without its radio: bytes in, notifications out over time. It needs a clock and nothing
// else, so it is the same under BlueZ, under a unit test, and under any other radio.

import Records
import SharedProtocols

/// The command handling and frame pacing of one meter.
///
/// The processor does one thing at a time. A request that comes while an answer is due or on the
/// line waits, and is answered after it with a reply delay of its own; at most
/// `waitingRequestLimit` wait, and more are lost. Real meters are not known to do otherwise:
/// clients that ask too often are reported to get piles of frames. Other commands are done at once,
/// without an answer, and what is no command of the model is ignored.
public final class MeterCore {
  /// How many requests wait at most while one is being answered.
  public static let waitingRequestLimit = 16

  /// Takes a notification to the radio.
  public var onNotification: (([UInt8]) -> Void)?
  /// Whether a central listens. What goes over the line while none does is lost.
  public private(set) var isSubscribed = false
  /// The ATT MTU of the link that the last command came over, which no notification is longer than;
  /// nil when it is not known.
  public var linkMTUBytes: Int?
  /// Whether the meter has its supply.
  public private(set) var isPowered = true

  let configuration: MeterConfiguration
  let scheduler: any Scheduler
  let log: EmulatorLog
  var electrical: ElectricalModel
  private(set) var processor: any MeterProcessor
  /// What answers over USB, which is the same in both profiles. Its display is its own: no frame says
  /// anything of it.
  var usbProcessor: TC66Processor?
  /// What a recording holds.
  private(set) var history: LoadHistory
  private var sensed: Surroundings
  var alterations = FrameAlterations()
  var waitingRequests = 0
  var framesSent = 0
  var lastPiece: [UInt8] = []
  /// What the processor is about, nil when it is idle.
  var work: (any ScheduledWork)?
  /// When the next frame goes out that nobody asked for.
  var unasked: (any ScheduledWork)?

  /// A meter that is switched on now and has nothing to do.
  public init(
    configuration: MeterConfiguration, scheduler: any Scheduler, records: RecordStream,
    adapterIndex: Int
  ) {
    self.configuration = configuration
    self.scheduler = scheduler
    log = EmulatorLog(scheduler: scheduler, records: records, adapterIndex: adapterIndex)
    let processor = configuration.makeProcessor()
    self.processor = processor
    usbProcessor = configuration.makeUSBProcessor()
    history = LoadHistory(configuration.program, at: scheduler.now)
    sensed = configuration.surroundings.limited
    electrical = ElectricalModel(
      program: configuration.program, groupCount: processor.groupCount,
      samplingInterval: configuration.samplingInterval, at: scheduler.now)
  }

  /// What is connected to the meter now; a change shows in the next frame, or in the next sample
  /// where the meter has a sampling interval. To set it ends the program that ran.
  public var load: Load {
    get { electrical.load(at: scheduler.now) }
    set { run(.constant(newValue)) }
  }

  /// Lets the load follow a program from now on.
  public func run(_ program: LoadProgram) {
    electrical.connect(program, at: scheduler.now)
    history.change(to: program, at: scheduler.now)
  }

  /// The meter's temperature and data lines; what no frame can say is brought within it. A change
  /// shows in the next frame.
  public var surroundings: Surroundings {
    get { sensed }
    set { sensed = newValue.limited }
  }

  /// What is set at the meter, by commands too. A change shows in the next frame.
  public var settings: MeterSettings {
    get { processor.settings }
    set {
      processor.settings = newValue
      usbProcessor?.settings = newValue
    }
  }

  /// A central listens from now on.
  public func subscribe() {
    isSubscribed = true
    log.append("subscribed")
    startUnasked()
  }

  /// No central listens any more. An answer on the line goes on, unheard.
  public func unsubscribe() {
    isSubscribed = false
    unasked?.cancel()
    log.append("unsubscribed")
  }

  /// Whether a write has to be answered with an ATT error.
  public func refuses(_ command: [UInt8]) -> Bool { isPowered && processor.refuses(command) }

  /// Takes what a central wrote to the command characteristic. What is refused does nothing.
  public func write(_ command: [UInt8]) {
    guard isPowered else { return }
    let isRefused = processor.refuses(command)
    for taken in processor.take(command, &electrical, at: scheduler.now) {
      log.append(
        "request", ["command": .text(taken.name)].merging(taken.details) { $1 },
        bytes: taken.bytes)
      if isRefused { log.append("request.refused", bytes: taken.bytes) }
      if taken.asksForFrame { answer(taken.bytes) }
    }
  }

  /// What a central that reads the frame characteristic gets: the last piece that went out, or
  /// nothing before the first.
  public func read() -> [UInt8] {
    log.append("read", bytes: lastPiece)
    return lastPiece
  }

  /// Changes coming frames, `times` of them or until lifted. Where several are laid, each gets what the
  /// one before it left.
  public func alterFrames(
    id: String, verb: String, times: Int?, _ change: FrameChange
  ) -> FrameAlteration {
    let alteration = FrameAlteration(id: id, verb: verb, times: times, change: change)
    alterations.add(alteration)
    return alteration
  }

  /// Takes the supply away: what was due or waiting is gone.
  public func powerOff() {
    guard isPowered else { return }
    isPowered = false
    work?.cancel()
    work = nil
    unasked?.cancel()
    waitingRequests = 0
    alterations.lose()
    lastPiece = []
    electrical.unplug(at: scheduler.now)
    log.append("power.off")
  }

  /// Gives the supply back.
  public func powerOn() {
    guard !isPowered else { return }
    isPowered = true
    electrical.plug(forgettingGroup: processor.volatileGroup, at: scheduler.now)
    history.restart(at: scheduler.now)
    processor.powerOn()
    usbProcessor?.powerOn()
    log.append("power.on")
    startUnasked()
  }
}
