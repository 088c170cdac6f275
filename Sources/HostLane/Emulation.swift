// One meter emulated on this machine until somebody ends it: on the air, on a pseudo-terminal, or
// both, commanded by keys and scripts.

import EventLoop
import Faults
import MeterEmulator
import Records
import SharedProtocols
import TestBench

/// An emulation and everything that it holds.
public final class Emulation {
  /// What is wanted.
  public struct Wish {
    /// Where the meter's radio is; nil for none.
    public var radio: HostRadio.Place?
    /// Whether the meter has a pseudo-terminal.
    public var isSerial = false
    /// A link to the pseudo-terminal; nil for none.
    public var link: String?
    /// Where the control socket is; nil for none.
    public var control: String?
    /// Faults from the start.
    public var faults: [FaultText] = []
    /// Makes a fault from its verb's name and its parameters as people write them.
    public var makeFault: (String, [String: String]) throws(CommandRefusal) -> any MeterFaultVerb

    /// A wish without anything.
    public init(
      makeFault: @escaping (String, [String: String]) throws(CommandRefusal) -> any MeterFaultVerb
    ) {
      self.makeFault = makeFault
    }
  }

  /// A fault as people write it.
  public struct FaultText: Sendable, Hashable {
    /// The verb, such as `payload.badChecksum`.
    public var verb: String
    /// Its parameters.
    public var parameters: [String: String]

    /// A fault.
    public init(verb: String, parameters: [String: String]) {
      self.verb = verb
      self.parameters = parameters
    }
  }

  /// How an emulation ended.
  public enum End: Sendable {
    /// By a command.
    case quit
    /// By a signal.
    case interrupted
    /// By what went wrong.
    case failed(BenchError)
  }

  /// The meter.
  public let meter: Meter
  /// How it is doing.
  public private(set) var state = EmulationState()
  /// Told when the state has changed.
  public var onChange: (() -> Void)?
  /// Told of each event's line.
  public var onLine: ((String) -> Void)?
  /// Told of what this lane does otherwise than the meter, once, at the start.
  public var onNote: ((String) -> Void)?
  /// Told once, when all is put away.
  public var onEnd: ((End) -> Void)?

  private let wish: Wish
  private let loop: EventLoop
  private let log: EmulationLog
  private var radio: HostRadio?
  private var serial: SerialMeter?
  private var control: ControlSocket?
  private var faults: [any LaidFault] = []
  private var faultCount = 0
  /// Whether it is being ended.
  public private(set) var isEnding = false

  /// bluetoothd is given so long to let the meter go; it does so by itself once we have left.
  private static let longestFarewell = Duration.seconds(3)

  /// An emulation of this meter, whose records go to the stream.
  public init(_ meter: Meter, _ wish: Wish, on loop: EventLoop, records: RecordStream) {
    self.meter = meter
    self.wish = wish
    self.loop = loop
    log = EmulationLog(scheduler: loop, records: records)
    records.listen { [weak self] in self?.take($0) }
  }

  /// The adapter's name and address, as far as they are known.
  public var place: String? {
    guard let name = radio?.adapterName else { return nil }
    return radio?.address.map { "\(name), \($0)" } ?? name
  }

  /// Begins; what cannot begin ends the emulation.
  public func start() {
    do throws(BenchError) {
      if let path = wish.control {
        control = try ControlSocket(at: path, on: loop) { [unowned self] in perform($0, $1) }
      }
      if wish.isSerial { try plugIn() }
      for fault in wish.faults { try begin(with: fault) }
    } catch {
      return end(.failed(error))
    }
    guard let place = wish.radio else {
      move(to: .pluggedIn)
      return log.append("ready", identity)
    }
    let radio = HostRadio(meter, at: place, loop: loop, log: log)
    self.radio = radio
    radio.onNote = { [unowned self] in onNote?($0) }
    radio.onChange = { [unowned self] in follow() }
    radio.onFailure = { [unowned self] error in
      if let error { end(.failed(error)) }
    }
    radio.start { [unowned self] error in
      if let error { return end(.failed(error)) }
      log.append("ready", identity)
    }
  }

  private func plugIn() throws(BenchError) {
    let serial = try SerialMeter(meter, link: wish.link, on: loop, log: log)
    self.serial = serial
    state.terminal = serial.path
    serial.onChange = { [unowned self] in
      state.isTerminalOpen = self.serial?.isOpen ?? false
      onChange?()
    }
  }

  private func begin(with fault: FaultText) throws(BenchError) {
    do throws(CommandRefusal) {
      _ = try lay(fault.verb, fault.parameters)
    } catch {
      throw BenchError("\(error)", remedy: "")
    }
  }

  private func take(_ record: Record) {
    if state.take(record) { onChange?() }
    guard let line = EventLine(record) else { return }
    onLine?(line.text)
    control?.tell(line.text)
  }

  private func follow() {
    guard let radio else { return }
    state.centrals = radio.centrals.names
    move(to: isEnding ? .ending : radio.phase)
  }

  private func move(to phase: EmulationState.Phase) {
    if phase != state.phase { log.append("phase", ["phase": .text(phase.rawValue)]) }
    state.phase = phase
    onChange?()
  }
}

/// Commands.
extension Emulation {
  /// Carries a command out; `done` gets what there is to say about it.
  public func perform(
    _ command: EmulationCommand,
    _ done: @escaping (Result<[String: Detail], CommandRefusal>) -> Void
  ) {
    guard !isEnding else { return done(.failure(CommandRefusal("the emulation is ending"))) }
    do throws(CommandRefusal) {
      switch command {
      case .load(let volts, let amperes):
        try setLoad(volts: volts ?? meter.load.volts, amperes: amperes ?? meter.load.amperes)
      case .drop: return drop(done)
      case .power(let isOn): return power(isOn, done)
      case .fault(let verb, let parameters): return done(.success(try lay(verb, parameters)))
      case .lift: liftFaults()
      case .state: return done(.success(answer))
      case .quit: end(.quit)
      }
    } catch {
      return done(.failure(error))
    }
    done(.success([:]))
  }

  private func setLoad(volts: Double, amperes: Double) throws(CommandRefusal) {
    do throws(LoadError) {
      meter.load = try Load(volts: volts, amperes: amperes)
    } catch {
      throw CommandRefusal("\(error)")
    }
    log.append("load", ["volts": .number(volts), "amperes": .number(amperes)])
    onChange?()
  }

  private func drop(_ done: @escaping (Result<[String: Detail], CommandRefusal>) -> Void) {
    guard let radio, !state.centrals.isEmpty else {
      return done(.failure(CommandRefusal("no central is connected")))
    }
    log.append("drop")
    radio.drop { count in done(.success(["links": .integer(count)])) }
  }

  private func power(
    _ isOn: Bool, _ done: @escaping (Result<[String: Detail], CommandRefusal>) -> Void
  ) {
    if isOn { meter.powerOn() } else { meter.powerOff() }
    guard let radio else {
      move(to: isOn ? .pluggedIn : .off)
      return done(.success([:]))
    }
    radio.set(isOn: isOn) { done(.success([:])) }
  }

  private func lay(
    _ verb: String, _ parameters: [String: String]
  ) throws(CommandRefusal) -> [String: Detail] {
    let fault = try wish.makeFault(verb, parameters)
    faultCount += 1
    let id = "fault\(faultCount)"
    log.append("fault.laid", ["fault": .text(id), "verb": .text(verb)])
    faults.append(fault.lay(on: meter, as: id))
    return ["fault": .text(id)]
  }

  private func liftFaults() {
    for fault in faults { fault.lift() }
    faults = []
    log.append("fault.lifted")
  }

  /// What the meter is and where.
  private var identity: [String: Detail] {
    var values: [String: Detail] = [
      "model": .text(meter.configuration.model.rawValue), "name": .text(meter.configuration.name),
    ]
    if let adapter = radio?.adapterName { values["adapter"] = .text(adapter) }
    if let address = radio?.address { values["address"] = .text(address) }
    if let terminal = state.terminal { values["terminal"] = .text(terminal) }
    return values
  }

  /// The state for scripts.
  private var answer: [String: Detail] {
    var values: [String: Detail] = [
      "phase": .text(state.phase.rawValue), "centrals": .integer(state.centrals.count),
      "subscribed": .flag(state.isSubscribed), "frames": .integer(state.framesSent),
      "volts": .number(meter.load.volts), "amperes": .number(meter.load.amperes),
    ]
    if let central = state.centrals.first { values["central"] = .text(central) }
    if let command = state.lastCommand { values["last_command"] = .text(command.name) }
    return values.merging(identity) { own, _ in own }
  }
}

/// The end.
extension Emulation {
  /// Puts everything away and then tells `onEnd`. Only the first end counts.
  public func end(_ reason: End) {
    guard !isEnding else { return }
    isEnding = true
    if case .failed(let error) = reason {
      log.append("failed", ["text": .text(error.problem), "remedy": .text(error.remedy)])
    }
    var isOver = false
    let finish = { [self] in
      guard !isOver else { return }
      isOver = true
      log.append("ended")
      control?.close()
      control = nil
      serial?.close()
      serial = nil
      onEnd?(reason)
    }
    guard let radio else {
      loop.after(.zero, finish)
      return
    }
    loop.after(Self.longestFarewell, finish)
    radio.stop(finish)
  }
}
