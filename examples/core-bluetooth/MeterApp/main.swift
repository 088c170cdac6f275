// An app's Bluetooth side as one writes it for iOS, on Core Bluetooth alone, with a line to meterloop:
// it reads a UM25C, tries again when the link drops, and says what it makes of what it gets.
//
//   swift build --product MeterApp
//   meterloop test examples/core-bluetooth/meter-app
//
// Without a harness it connects at once and prints the same lines.

import CoreBluetooth

let line = DriverLine(descriptor: ProcessInfo.processInfo.environment["METERLOOP_DRIVER_FD"])
let app = MeterApp(line)
if !line.isDriven { _ = app.obey("connect", [:]) }
withExtendedLifetime((line, app)) { dispatchMain() }
