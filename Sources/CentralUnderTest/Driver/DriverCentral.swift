// A manager on the end of the driver protocol: commands in, events out. Where the bytes come from and
// go to, and what time it is, is handed in.

import CoreBluetooth
import SharedProtocols

/// Lets a harness drive a `BluetoothManager`. Confined to the manager's queue.
public final class DriverCentral: CentralObserver {
  /// What the driver needs of the process that it runs in.
  public struct Surroundings {
    /// Sends bytes to the harness.
    public var write: (Data) -> Void
    /// Nanoseconds of CLOCK_MONOTONIC.
    public var now: () -> Int64
    /// Sets how long Core Bluetooth's connect may take, nil for no limit.
    public var setConnectTimeout: (Duration?) -> Void
    /// Puts the process in the background of the system, or back in the foreground.
    public var setIsInBackground: (Bool) -> Void
    /// Ends the process.
    public var quit: () -> Void

    /// The process's surroundings.
    public init(
      write: @escaping (Data) -> Void, now: @escaping () -> Int64,
      setConnectTimeout: @escaping (Duration?) -> Void,
      setIsInBackground: @escaping (Bool) -> Void, quit: @escaping () -> Void
    ) {
      self.write = write
      self.now = now
      self.setConnectTimeout = setConnectTimeout
      self.setIsInBackground = setIsInBackground
      self.quit = quit
    }
  }

  private let manager: BluetoothManager
  private let surroundings: Surroundings
  private var unfinished = Data()

  /// Drives the manager and says hello.
  public init(_ manager: BluetoothManager, _ surroundings: Surroundings) {
    self.manager = manager
    self.surroundings = surroundings
    manager.observer = self
    send(DriverLine.hello)
  }

  /// Tells the harness of an event.
  public func manager(_ manager: BluetoothManager, did event: CentralEvent) {
    send(DriverLine.event(event, at: surroundings.now()))
  }

  /// Takes bytes from the harness, in any pieces.
  public func received(_ bytes: Data) {
    unfinished += bytes
    while let end = unfinished.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Data(unfinished[..<end])
      unfinished = Data(unfinished[(end + 1)...])
      take(line)
    }
  }

  private func take(_ line: Data) {
    do {
      let command = try JSONDecoder().decode(DriverCommand.self, from: line)
      do {
        try carryOut(command)
        send(DriverLine.reply(to: command.id))
        if command.command == "quit" { surroundings.quit() }
      } catch {
        send(DriverLine.reply(to: command.id, error: "\(error)"))
      }
    } catch {
      // The harness's hello is no command, and what a later version adds is not for this one.
      guard !line.isEmpty, (try? JSONDecoder().decode(Hello.self, from: line)) == nil else {
        return
      }
      manager(manager, did: .log("not understood: \(String(decoding: line, as: UTF8.self))"))
    }
  }

  private struct Hello: Decodable {
    var `protocol`: Int
  }

  private func carryOut(_ command: DriverCommand) throws {
    switch command.command {
    case "configure":
      guard let policy = command.policy else { throw DriverError(reason: "the policy is missing") }
      try policy.apply(
        to: &manager.settings, setConnectTimeout: surroundings.setConnectTimeout)
    case "connect": try manager.connect(to: command.name.map { .named($0) } ?? .any)
    case "disconnect": try manager.disconnect()
    case "scan": manager.scan()
    case "send":
      let bytes = try HexText.bytes(command.bytes ?? "")
      guard !bytes.isEmpty else { throw DriverError(reason: "the bytes are missing") }
      try manager.send(bytes)
    case "background":
      surroundings.setIsInBackground(true)
      manager.enterBackground()
    case "foreground":
      surroundings.setIsInBackground(false)
      manager.enterForeground()
    case "quit": break
    default: throw DriverError(reason: "there is no command '\(command.command)'")
    }
  }

  private func send(_ line: [String: DriverValue]) { surroundings.write(DriverValue.line(line)) }
}

/// Why a command was not carried out.
struct DriverError: Error, CustomStringConvertible {
  var reason: String
  var description: String { reason }
}
