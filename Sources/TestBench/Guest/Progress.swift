// The lines a runner writes for the host while it works, one event a line.

import CLinux
import Glibc

/// How far a guest has come.
public enum Progress: Sendable, Hashable {
  /// The runner is bringing this part up.
  case bringingUp(part: String)
  /// All parts are up; what the guest is for begins.
  case began
  /// The guest's clock has come this far, in whole seconds since its boot.
  case clock(seconds: Int)
  /// Asked who computes without end, the runner saw these programs ready to run.
  case spinning(programs: String)
  /// The runner has ended, and the guest is ready for another run.
  case rested
  /// A point in the run that is worth measuring.
  case reached(Milestone)

  /// What a run passes on its way, for measuring.
  public enum Milestone: String, Sendable {
    /// All adapters are powered.
    case adapters
    /// The first link is up.
    case connected
    /// There is a verdict.
    case verdict
  }

  /// From a line of the file; nil for a line that is none.
  public init?(line: String) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let word = words.first else { return nil }
    let rest = words.count > 1 ? words[1] : ""
    switch word {
    case "up": self = .bringingUp(part: rest)
    case "began": self = .began
    case "clock":
      guard let seconds = Int(rest) else { return nil }
      self = .clock(seconds: seconds)
    case "spinning": self = .spinning(programs: rest)
    case "rested": self = .rested
    case "reached":
      guard let milestone = Milestone(rawValue: rest) else { return nil }
      self = .reached(milestone)
    default: return nil
    }
  }

  /// The line for the file.
  public var line: String {
    switch self {
    case .bringingUp(let part): "up \(part)"
    case .began: "began"
    case .clock(let seconds): "clock \(seconds)"
    case .spinning(let programs): "spinning \(programs)"
    case .rested: "rested"
    case .reached(let milestone): "reached \(milestone.rawValue)"
    }
  }

  /// The file's name in the run's folder.
  public static let fileName = "progress"
}

/// The runner's end of the progress file.
public final class ProgressWriter {
  private let descriptor: CInt

  /// Appends to the progress file of the run's folder; nothing is written where there is none.
  public init(folder: String) {
    descriptor = linux_open("\(folder)/\(Progress.fileName)", O_WRONLY | O_APPEND)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Tells the host.
  public func tell(_ progress: Progress) {
    let line = Array((progress.line + "\n").utf8)
    _ = write(descriptor, line, line.count)
  }
}
