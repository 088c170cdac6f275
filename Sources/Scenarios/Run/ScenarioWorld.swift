// What a run needs of the lane that it is in.

import Faults
import MeterEmulator
import Records

/// The meters, the air and the central that a scenario acts on. Everything happens on the one thread
/// of the run's scheduler; what is seen goes to the run's record stream.
public protocol ScenarioWorld: AnyObject {
  /// Whether the central with this index has said its hello on the driver protocol.
  func speaks(central: Int) -> Bool

  /// How much memory the central's process has now, in KiB; nil where that cannot be seen.
  func memory(ofCentral central: Int) -> Int?

  /// Tells the central with this index to do something; `reply` is called at most once.
  func send(
    _ command: CentralCommand, to central: Int, reply: @escaping (CommandReply) -> Void)

  /// Lays a fault; its records carry this id. An error makes the scenario broken.
  func lay(_ fault: FaultStep, as id: String) throws -> any LaidFault

  /// Changes the meter with this index. An error makes the scenario broken.
  func make(_ change: MeterChange, meter: Int) throws
}

/// What a central says to a command.
public enum CommandReply: Sendable, Hashable {
  /// It will do it.
  case accepted
  /// It will not, for this reason.
  case refused(String)
}

/// How a central's process ended.
public enum CentralEnd: Sendable, Hashable, CustomStringConvertible {
  /// By itself, with this exit code.
  case exited(Int)
  /// By this signal.
  case signalled(Int)

  /// As it stands in a verdict.
  public var description: String {
    switch self {
    case .exited(let code): "the central ended with exit code \(code)"
    case .signalled(let signal): "the central was ended by signal \(signal)"
    }
  }
}

/// What a central must not do, whatever the scenario.
public enum CentralMisbehaviour: Sendable, Hashable, CustomStringConvertible {
  /// A line of the driver protocol that is none; its beginning.
  case garbage(String)
  /// A driver protocol of another version.
  case version(Int)
  /// A line longer than this many bytes.
  case endlessLine(bytes: Int)
  /// More than this many bytes on the driver line, or on its output, as named.
  case flood(of: String, bytes: Int)
  /// More than this many lines of the driver protocol in a second of the scenario's clock.
  case hail(lines: Int)

  /// As it stands in a verdict.
  public var description: String {
    switch self {
    case .garbage(let line): "the central wrote on the driver line what is not protocol: \(line)"
    case .version(let version):
      "the central speaks version \(version) of the driver protocol, not 1"
    case .endlessLine(let bytes):
      "the central wrote a line of more than \(bytes) bytes on the driver line"
    case .flood(let what, let bytes): "the central flooded \(what) with more than \(bytes) bytes"
    case .hail(let lines):
      "the central flooded the driver line with more than \(lines) lines in a second"
    }
  }
}
