// What is connected to the meter, over time.

import Records

/// A load as a function of time since the program was started. It is the same function each time: a
/// program looks at no clock, and its noise comes from a seed.
public enum LoadProgram: Sendable, Hashable, Codable {
  /// One load for ever.
  case constant(Load)
  /// One load after the other.
  case steps(LoadSteps)
  /// Evenly from one load to another, which stays.
  case ramp(LoadRamp)
  /// Up and down around a load.
  case sine(LoadSine)
  /// Random around a load.
  case noise(LoadNoise)
  /// What somebody measured.
  case recording(LoadRecording)
  /// A device that charges over USB Power Delivery.
  case charge(ChargeCurve)

  /// The load this long after the program's start; before it, that of the start.
  public func load(at time: Duration) -> Load {
    let nanoseconds = max(0, time.wholeNanoseconds)
    return segment(at: nanoseconds).load(at: nanoseconds)
  }

  /// The stretch that holds a time from 0 on.
  func segment(at nanoseconds: Int64) -> LoadSegment {
    switch self {
    case .constant(let load): .steady(load)
    case .steps(let steps): steps.segment(at: nanoseconds)
    case .ramp(let ramp): ramp.segment(at: nanoseconds)
    case .sine(let sine): sine.segment(at: nanoseconds)
    case .noise(let noise): noise.segment(at: nanoseconds)
    case .recording(let recording): recording.segment(at: nanoseconds)
    case .charge(let curve): curve.segment(at: nanoseconds)
    }
  }
}

/// Why a load program cannot be.
public enum LoadProgramError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A time is shorter or longer than the program can have it.
  case duration(name: String, found: Duration, least: Duration)
  /// There is nothing to do.
  case empty
  /// An amplitude or another quantity is negative or not a number.
  case quantity(name: String, found: Double)
  /// A time does not come after the one before it.
  case order(index: Int)

  /// One line that names what is wrong.
  public var description: String {
    switch self {
    case .duration(let name, let found, let least):
      "the \(name) is \(found), and must be from \(least) to \(LoadTimes.longest)"
    case .empty: "the program has no load at all"
    case .quantity(let name, let found): "\(name) is \(found), and must be zero or more"
    case .order(let index): "time \(index + 1) does not come after the one before it"
    }
  }
}

/// Limits of the times in programs, far enough within 64 bits of nanoseconds for all arithmetic.
enum LoadTimes {
  /// Some three years.
  static let longest = Duration.seconds(100_000_000)

  static func nanoseconds(
    _ name: String, _ duration: Duration, atLeast least: Duration
  ) throws(LoadProgramError) -> Int64 {
    guard duration >= least, duration <= longest else {
      throw .duration(name: name, found: duration, least: least)
    }
    return duration.wholeNanoseconds
  }

  static func positive(_ name: String, _ value: Double) throws(LoadProgramError) -> Double {
    guard value >= 0, value.isFinite else { throw .quantity(name: name, found: value) }
    return value
  }
}
