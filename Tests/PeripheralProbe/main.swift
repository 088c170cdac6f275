// Both sides of the peripheral role, as the bench's tests want them: each run does one thing and prints
// what the delegates were told.
//
//   PeripheralProbe serve [RESTORE-IDENTIFIER]
//   PeripheralProbe rules
//   PeripheralProbe values | results | silence | writes | notifications | subscriber SECONDS | channel

import CoreBluetooth

let words = CommandLine.arguments.dropFirst()
switch words.first {
case "serve":
  let server = Server(restoring: words.dropFirst().first)
  withExtendedLifetime(server) { dispatchMain() }
case "rules":
  let rules = Rules()
  withExtendedLifetime(rules) { dispatchMain() }
case let task?:
  let client = Client()
  client.connect()
  client.run(task, Array(words.dropFirst()))
  client.disconnect()
case nil: exit(1)
}
