// Checks of the central's half of Core Bluetooth over the real BlueZ, to be run in the bench beside two
// adapters more: `meterloop bench --adapters 2 -- CentralChecks NAME…`.
//
// Each check plays an app on hci0 and the peripheral on hci1, prints a line, and fails with what it saw
// instead of what it expected. `CentralChecks` alone lists the names.

import CoreBluetooth
import Glibc

/// What a check saw in place of what it expected.
struct Mismatch: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Fails unless the condition holds.
func check(_ holds: Bool, _ what: @autoclosure () -> String) throws {
  if !holds { throw Mismatch(what()) }
}

/// Fails unless both are equal.
func check<Value: Equatable>(_ seen: Value, is expected: Value, _ what: String) throws {
  if seen != expected { throw Mismatch("\(what): \(seen), expected \(expected)") }
}

/// A named check.
struct Check: Sendable {
  let name: String
  let body: @Sendable () throws -> Void

  init(_ name: String, _ body: @escaping @Sendable () throws -> Void) {
    self.name = name
    self.body = body
  }

  static let all: [Check] = behaviours + surface + restoration
}

@main enum CentralChecks {
  static func main() {
    BluetoothHost.connectTimeout = nil
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--in-a-process-of-its-own" {
      Relaunched.run(Array(arguments.dropFirst()))
      return
    }
    switch arguments.first {
    case "soak":
      end("soak") { try Soak.run(hours: arguments.dropFirst().first.flatMap(Int.init) ?? 24) }
    case "story": end("story", Story.tell)
    case "story-device": end("story-device", Story.playDevice)
    default: break
    }
    guard !arguments.isEmpty else {
      for check in Check.all { print(check.name) }
      return
    }
    var failures = 0
    for name in arguments {
      guard let check = Check.all.first(where: { $0.name == name }) else {
        print("unknown \(name)")
        exit(1)
      }
      do {
        try check.body()
        print("ok \(name)")
      } catch {
        print("failed \(name): \(error)")
        failures += 1
      }
    }
    exit(failures == 0 ? 0 : 1)
  }

  /// Runs what is no check, and ends with how it went.
  private static func end(_ name: String, _ body: () throws -> Void) -> Never {
    do {
      try body()
      print("ok \(name)")
      exit(0)
    } catch {
      print("failed \(name): \(error)")
      exit(1)
    }
  }
}
