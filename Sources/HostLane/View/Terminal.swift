// The user's terminal while a live view is on it: keys one by one, and a block that is drawn over.

import CLinux
import EventLoop
import Glibc

/// A terminal in which keys come at once and are not echoed. Ctrl-C still interrupts.
final class Terminal {
  private var saved: termios?
  private var watch: DescriptorWatch?
  private var drawnLines = 0
  var onKeys: (([UInt8]) -> Void)?
  /// Told when the terminal has gone.
  var onGone: (() -> Void)?

  init(on loop: EventLoop) {
    var settings = termios()
    guard tcgetattr(0, &settings) == 0 else { return }
    saved = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(0, TCSANOW, &settings)
    watch = loop.watch(0, for: .readable) { [unowned self] _ in receive() }
  }

  /// How many characters a line holds.
  var columns: Int {
    let found = Int(linux_terminal_columns(1))
    return found == 0 ? 80 : found
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(0, &buffer, buffer.count)
    if count > 0 { return onKeys?(Array(buffer[..<count])) ?? () }
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    watch?.cancel()
    watch = nil
    onGone?()
  }

  /// Draws the lines over those drawn before.
  func draw(_ lines: [String]) {
    var text = drawnLines > 0 ? "\u{1B}[\(drawnLines)A\r" : ""
    // A line that is longer than the terminal would take two, and the next drawing would miss.
    for line in lines { text += String(line.prefix(columns - 1)) + "\u{1B}[K\n" }
    text += "\u{1B}[J"
    drawnLines = lines.count
    put(text)
  }

  /// Prints a line above the block, to stay.
  func print(_ line: String) {
    let text = drawnLines > 0 ? "\u{1B}[\(drawnLines)A\r\u{1B}[J" : ""
    drawnLines = 0
    put(text + line + "\n")
  }

  /// Gives the terminal back as it was; what is drawn stays.
  func restore() {
    watch?.cancel()
    watch = nil
    guard var settings = saved else { return }
    saved = nil
    tcsetattr(0, TCSANOW, &settings)
  }

  private func put(_ text: String) {
    _ = text.withCString { write(1, $0, strlen($0)) }
  }
}
