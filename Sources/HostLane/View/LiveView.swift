// The emulated meter as a person at a terminal sees it, and the keys that change it.

import EventLoop
import MeterEmulator
import Records

/// Draws an emulation and passes keys on to it.
public final class LiveView {
  private let emulation: Emulation
  private let loop: EventLoop
  private let terminal: Terminal
  private var isDue = false
  private var isOver = false
  private var message = ""
  private var keyReader = KeyReader()

  /// So much a key changes the load by.
  static let step = 0.1
  private static let interval = Duration.seconds(1)

  /// A view that begins to draw at once.
  public init(_ emulation: Emulation, on loop: EventLoop) {
    self.emulation = emulation
    self.loop = loop
    terminal = Terminal(on: loop)
    terminal.onKeys = { [unowned self] in press($0) }
    terminal.onGone = { [unowned emulation] in emulation.end(.interrupted) }
    emulation.onChange = { [unowned self] in changed() }
    tick()
  }

  /// Prints a line that stays.
  public func say(_ text: String) { terminal.print(text) }

  /// Draws a last time and gives the terminal back.
  public func close() {
    draw()
    isOver = true
    terminal.restore()
  }

  /// Once a second, for loads that change by themselves.
  private func tick() {
    guard !isOver else { return }
    draw()
    loop.after(Self.interval) { [weak self] in self?.tick() }
  }

  private func changed() {
    guard !isDue else { return }
    isDue = true
    loop.after(.zero) { [weak self] in
      self?.isDue = false
      self?.draw()
    }
  }

  private func draw() {
    guard !isOver else { return }
    let meter = emulation.meter
    terminal.draw(
      Self.lines(
        model: meter.configuration.model.rawValue, name: meter.configuration.name,
        place: emulation.place, state: emulation.state, load: meter.load, message: message))
  }

  /// What is drawn.
  static func lines(
    model: String, name: String, place: String?, state: EmulationState, load: Load, message: String
  ) -> [String] {
    var title = "\(model)  \(name)"
    if let place { title += "  on \(place)" }
    let command =
      state.lastCommand.map { "\($0.name)  \(hexadecimal($0.bytes))" } ?? "none yet"
    var rows = [title, row("State", state.phase.words)]
    if let terminal = state.terminal {
      rows.append(row("Terminal", terminal + (state.isTerminalOpen ? "  open" : "")))
    }
    if state.phase != .pluggedIn {
      rows.append(
        row("Central", state.centrals.isEmpty ? "none" : state.centrals.joined(separator: "  ")))
      rows.append(row("Subscribed", state.isSubscribed ? "yes" : "no"))
    }
    return rows + [
      row("Last command", command),
      row("Load", "\(decimal(load.volts)) V  \(decimal(load.amperes)) A"),
      row("Frames sent", String(state.framesSent)),
      "v V volts - +   a A amperes - +   d drop the link   p meter off, on   q quit",
      message,
    ]
  }

  private static func row(_ name: String, _ value: String) -> String {
    "  " + name + String(repeating: " ", count: max(1, 14 - name.count)) + value
  }

  /// Four decimals.
  private static func decimal(_ value: Double) -> String {
    let units = Int((value * 10_000).rounded())
    let fraction = String(units % 10_000)
    return "\(units / 10_000)." + String(repeating: "0", count: 4 - fraction.count) + fraction
  }

  private func press(_ keys: [UInt8]) {
    for key in keyReader.take(keys) {
      switch Unicode.Scalar(key) {
      case "v": change(volts: -Self.step)
      case "V": change(volts: Self.step)
      case "a": change(amperes: -Self.step)
      case "A": change(amperes: Self.step)
      case "d": perform(.drop, "the link is dropped")
      case "p":
        let isOn = emulation.state.phase == .off
        perform(.power(isOn: isOn), isOn ? "the meter is on" : "the meter is off")
      // Ctrl-D ends what reads from a terminal.
      case "q", "\u{04}": perform(.quit, "")
      default: break
      }
    }
  }

  private func change(volts: Double = 0, amperes: Double = 0) {
    let load = emulation.meter.load
    // In steps of the tenth, however often: binary fractions add up to something else.
    func stepped(_ value: Double, _ step: Double) -> Double {
      step == 0 ? value : max(0, ((value + step) * 10_000).rounded() / 10_000)
    }
    perform(
      .make(
        MeterChange(
          load: .steady(
            volts: stepped(load.volts, volts), amperes: stepped(load.amperes, amperes)))), "")
  }

  private func perform(_ command: EmulationCommand, _ text: String) {
    emulation.perform(command) { [weak self] result in
      switch result {
      case .success: self?.message = text
      case .failure(let refusal): self?.message = refusal.description
      }
      self?.changed()
    }
  }
}
