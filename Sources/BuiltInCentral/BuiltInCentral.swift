// The built-in central's program: the app's Bluetooth logic, driven over the driver protocol.

import Glibc

@main
enum BuiltInCentral {
  static func main() {
    guard CommandLine.arguments.dropFirst() == ["--driver"] else {
      complain("started as `meterloop central`; see meterloop central --help")
    }
    guard let text = getenv("METERLOOP_DRIVER_FD"), let descriptor = Int32(String(cString: text))
    else { complain("METERLOOP_DRIVER_FD names no descriptor") }
    runDriverCentral(descriptor: descriptor)
  }

  private static func complain(_ text: String) -> Never {
    let line = "meterloop central: \(text)\n"
    _ = line.withCString { write(2, $0, strlen($0)) }
    exit(1)
  }
}
