// The built-in central's program: the app's Bluetooth logic, driven over the driver protocol, or as a client
// on a terminal.

import Glibc

@main
enum BuiltInCentral {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    switch words.first {
    case "--driver" where words.count == 1:
      guard let text = getenv("METERLOOP_DRIVER_FD"), let descriptor = Int32(String(cString: text))
      else { complain("METERLOOP_DRIVER_FD names no descriptor") }
      runDriverCentral(descriptor: descriptor)
    case let word? where word == "scan" || word == "monitor":
      runClient(word, ClientSettings(words.dropFirst()))
    default: complain("started as `meterloop central`; see meterloop central --help")
    }
  }

  private static func complain(_ text: String) -> Never {
    let line = "meterloop central: \(text)\n"
    _ = line.withCString { write(2, $0, strlen($0)) }
    exit(1)
  }
}
