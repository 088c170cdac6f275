// Writing to the terminal.

import EventLoop
import Glibc
import TestBench

/// Prints a line to standard error.
func complain(_ text: String) {
  // There is nowhere left to say that this has failed.
  do { try Files.writeAll(Array((text + "\n").utf8), to: 2, as: "standard error") } catch {}
}

/// Prints text to standard output, at once. That it could not be written is told at the end.
func emit(_ text: String) {
  guard Output.failure == nil else { return }
  do { try Files.writeAll(Array(text.utf8), to: 1, as: "standard output") } catch {
    Output.failure = error
  }
}

/// What became of what was printed.
enum Output {
  /// Why something could not be; all printing is done on the main thread.
  nonisolated(unsafe) static var failure: SystemError?
}
