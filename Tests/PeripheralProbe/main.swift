// Both sides of the peripheral role, as the bench's tests want them: each run does one thing and prints
// what the delegates were told.
//
//   PeripheralProbe serve [RESTORE-IDENTIFIER]
//   PeripheralProbe rules
//   PeripheralProbe both
//   PeripheralProbe values | offsets | results | silence | writes | notifications | secret
//   PeripheralProbe subscriber SECONDS [others] | channel | hangup

import CoreBluetooth

let words = CommandLine.arguments.dropFirst()
switch words.first {
case "serve":
  let server = Server(restoring: words.dropFirst().first)
  withExtendedLifetime(server) { dispatchMain() }
case "rules":
  let rules = Rules()
  withExtendedLifetime(rules) { dispatchMain() }
case "both":
  // A peripheral and a central in one process, on one adapter.
  let server = Server(restoring: nil)
  Thread.detachNewThread {
    let client = Client()
    client.connect()
    client.run("values", [])
    client.disconnect()
    exit(0)
  }
  withExtendedLifetime(server) { dispatchMain() }
case let task?:
  let client = Client()
  client.connect()
  client.run(task, Array(words.dropFirst()))
  client.disconnect()
case nil: exit(1)
}
