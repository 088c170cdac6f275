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

  let wish: Wish
  private let loop: EventLoop
  let log: EmulationLog
  var radio: HostRadio?
  private var serial: SerialMeter?
  private var control: ControlSocket?
  var faults: [any LaidFault] = []
  var faultCount = 0
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

  func begin(with fault: FaultText) throws(BenchError) {
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

  func move(to phase: EmulationState.Phase) {
    if phase != state.phase { log.append("phase", ["phase": .text(phase.rawValue)]) }
    state.phase = phase
    onChange?()
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
