// A TC66C on a pseudo-terminal.

import EventLoop
import MeterEmulator
import Records
import TestBench

/// The USB side of a meter.
final class SerialMeter {
  private let terminal: PseudoTerminal
  private var commands = SerialCommands()
  /// Told when programs begin and end to have it open.
  var onChange: (() -> Void)?
  /// Whether any program has it open.
  private(set) var isOpen = false

  /// What programs open: the link where there is one.
  var path: String { terminal.link ?? terminal.path }

  /// Puts the meter's USB side at a new pseudo-terminal.
  init(
    _ meter: Meter, link: String?, on loop: EventLoop, log: EmulationLog
  ) throws(BenchError) {
    terminal = try PseudoTerminal(link: link, on: loop)
    var details: [String: Detail] = ["path": .text(terminal.path)]
    if let link { details["link"] = .text(link) }
    log.append("terminal", details)
    terminal.onBytes = { [unowned self] bytes in
      for command in commands.take(bytes) { terminal.send(meter.core.takeOverUSB(command)) }
    }
    terminal.onOpenChange = { [unowned self] isOpen in
      self.isOpen = isOpen
      commands.reset()
      log.append(isOpen ? "terminal.opened" : "terminal.closed")
      onChange?()
    }
  }

  /// Takes the pseudo-terminal away.
  func close() { terminal.close() }
}
