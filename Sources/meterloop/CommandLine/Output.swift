// Writing to the terminal.

import Glibc

/// Prints a line to standard error.
func complain(_ text: String) {
  let line = text + "\n"
  _ = line.withCString { write(2, $0, strlen($0)) }
}

/// Prints text to standard output, at once.
func emit(_ text: String) {
  _ = text.withCString { write(1, $0, strlen($0)) }
}
