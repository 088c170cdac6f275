// How an emulated meter is doing, gathered from the records that pass.

import MeterEmulator
import Records

/// What the live view shows and `state` answers.
public struct EmulationState: Sendable, Hashable {
  /// Where the meter is in its life.
  public enum Phase: String, Sendable {
    /// It is being put on the air.
    case starting
    /// Centrals can find it.
    case onAir
    /// It has no radio and can be reached over its pseudo-terminal.
    case pluggedIn
    /// It was switched off.
    case off
    /// bluetoothd, or the adapter, has gone; the meter returns with it.
    case waiting
    /// It is being taken off the air.
    case ending

    /// For people.
    var words: String {
      switch self {
      case .starting: "starting"
      case .onAir: "on the air"
      case .pluggedIn: "plugged in"
      case .off: "switched off"
      case .waiting: "waiting for bluetoothd"
      case .ending: "ending"
      }
    }
  }

  /// A command that reached the meter.
  public struct Command: Sendable, Hashable {
    /// What it is called in records.
    public var name: String
    /// Its bytes.
    public var bytes: [UInt8]
    /// When it came.
    public var time: VirtualTime
  }

  /// Where the meter is in its life.
  public internal(set) var phase = Phase.starting
  /// The addresses of the centrals that are connected.
  public internal(set) var centrals: [String] = []
  /// Whether any central has subscribed.
  public private(set) var isSubscribed = false
  /// The latest command.
  public private(set) var lastCommand: Command?
  /// How many frames were sent.
  public private(set) var framesSent = 0
  /// The pseudo-terminal's path, where the meter has one.
  public internal(set) var terminal: String?
  /// Whether a program has the pseudo-terminal open.
  public internal(set) var isTerminalOpen = false

  /// Takes in what happened; whether it shows.
  mutating func take(_ record: Record) -> Bool {
    let before = self
    switch record.kind {
    case "subscribed": isSubscribed = true
    case "unsubscribed": isSubscribed = false
    case "notify" where EventLine.beginsFrame(record), "usb.frame": framesSent += 1
    case "request", "usb.request":
      let name = if case .text(let name)? = record.details["command"] { name } else { "unknown" }
      lastCommand = Command(name: name, bytes: record.bytes, time: record.time)
    default: break
    }
    return self != before
  }
}
