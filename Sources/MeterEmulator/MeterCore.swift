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

  private let configuration: MeterConfiguration
  let scheduler: any Scheduler
  let log: EmulatorLog
  var electrical: ElectricalModel
  private var processor: any MeterProcessor
  /// What answers over USB, which is the same in both profiles. Its display is its own: no frame says
  /// anything of it.
  var usbProcessor: TC66Processor?
  /// What a recording holds.
  private(set) var history: LoadHistory
  private var sensed: Surroundings
  private var alterations = FrameAlterations()
  private var waitingRequests = 0
  private var framesSent = 0
  private var lastPiece: [UInt8] = []
  /// What the processor is about, nil when it is idle.
  private var work: (any ScheduledWork)?
  /// When the next frame goes out that nobody asked for.
  private var unasked: (any ScheduledWork)?

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

  private func answer(_ request: [UInt8]) {
    if work == nil {
      startAnswer()
    } else if waitingRequests < Self.waitingRequestLimit {
      waitingRequests += 1
    } else {
      log.append("request.lost", bytes: request)
    }
  }

  /// Sends the next frame that nobody asks for, unless the meter is busy with one, and so on.
  private func startUnasked() {
    unasked?.cancel()
    guard let interval = processor.unaskedInterval, isSubscribed, isPowered else { return }
    unasked = scheduler.after(interval) { [weak self] in
      guard let self else { return }
      startUnasked()
      if work == nil { sendFrame() }
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

  /// The code and the handle before a notification's value.
  private static let notificationHeadBytes = 3

  private func startAnswer() {
    work = scheduler.after(configuration.replyDelay) { [weak self] in self?.sendFrame() }
  }

  private func sendFrame() {
    framesSent += 1
    let limit = linkMTUBytes.map { $0 - Self.notificationHeadBytes } ?? .max
    let frame = Transmission(
      number: framesSent, start: scheduler.now,
      pieces: alterations.notifications(of: makeFrame()) {
        configuration.line.pieces(of: $0, limit: limit)
      })
    // A frame of which nothing is left has no piece to go out with.
    if frame.pieces.isEmpty, isSubscribed { fire(upTo: 0) }
    sendPiece(0, of: frame)
  }

  private func sendPiece(_ index: Int, of frame: Transmission) {
    guard frame.pieces.indices.contains(index) else { return finishAnswer() }
    let end = frame.pieces[...index].reduce(0) { $0 + $1.bytes.count }
    let piece = frame.pieces[index]
    work = scheduler.after(frame.start + piece.delay - scheduler.now) { [weak self] in
      // What comes next is settled first, so that a listener may switch the meter off.
      self?.sendPiece(index + 1, of: frame)
      self?.passOn(
        piece.bytes, upTo: end,
        details: ["frame": .integer(frame.number), "piece": .integer(index + 1)])
    }
  }

  /// Hands the radio a piece, with which so many bytes of its frame are out.
  private func passOn(_ piece: [UInt8], upTo end: Int, details: [String: Detail]) {
    lastPiece = piece
    guard isSubscribed else {
      alterations.lose()
      log.append("notify.lost", details, bytes: piece)
      return
    }
    log.append("notify", details, bytes: piece)
    fire(upTo: end)
    onNotification?(piece)
  }

  /// A payload fault has fired when the last byte that it altered goes out to a central that got
  /// the frame up to there.
  private func fire(upTo end: Int) {
    for altered in alterations.seen(upTo: end) { fire(altered) }
  }

  private func fire(_ altered: AlteredFrame) {
    altered.alteration.fire()
    log.append(
      "fault.fired",
      ["fault": .text(altered.alteration.id), "verb": .text(altered.alteration.verb)],
      bytes: altered.bytes)
  }

  private func finishAnswer() {
    work = nil
    guard waitingRequests > 0 else { return }
    waitingRequests -= 1
    startAnswer()
  }

  private func makeFrame() -> [UInt8] {
    let reading = electrical.sample(at: scheduler.now)
    do throws(FrameEncodingError) {
      return try processor.frame(reading, electrical, sensed)
    } catch {
      preconditionFailure("a load within its ranges gave a frame that cannot be sent: \(error)")
    }
  }

  /// A frame that goes out whole and at once, beside the line of the radio.
  func alteredAtOnce(_ frame: [UInt8]) -> [UInt8] {
    let altered = alterations.atOnce(frame)
    for altered in altered.seen { fire(altered) }
    return altered.bytes
  }
}

/// A frame on its way over the serial line.
private struct Transmission {
  let number: Int
  let start: VirtualTime
  let pieces: [SerialLine.Piece]
}
