// What an emulation is told to do, and what it says of itself.

import Faults
import MeterEmulator
import Records
import SharedProtocols

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
      case .make(let change): try make(change)
      case .change(let text): try make(try wish.readChange(text))
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

  private func make(_ change: MeterChange) throws(CommandRefusal) {
    do throws(LoadError) { try meter.make(change) } catch { throw CommandRefusal("\(error)") }
    if change.load != nil {
      let load = meter.load
      log.append("load", ["volts": .number(load.volts), "amperes": .number(load.amperes)])
    }
    if !change.settings.isEmpty { log.append("set") }
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

  func lay(
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
  var identity: [String: Detail] {
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
    if meter.configuration.model == .tc66c {
      let settings = meter.core.settings
      values["screen"] = .integer(settings.screenIndex)
      values["quarter_turns"] = .integer(settings.quarterTurns)
    }
    if let central = state.centrals.first { values["central"] = .text(central) }
    if let command = state.lastCommand { values["last_command"] = .text(command.name) }
    return values.merging(identity) { own, _ in own }
  }
}
