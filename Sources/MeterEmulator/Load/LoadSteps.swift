// One load after the other.

import Records

/// Loads that follow each other at once.
public struct LoadSteps: Sendable, Hashable, Codable {
  private let ends: [Int64]
  private let loads: [Load]
  private let repeats: Bool

  /// Loads, each for its time of at least a millisecond. At the end the last one stays, or the
  /// first comes again.
  public init(
    _ steps: [(load: Load, duration: Duration)], repeats: Bool = false
  ) throws(LoadProgramError) {
    guard !steps.isEmpty else { throw .empty }
    var ends: [Int64] = []
    var end: Int64 = 0
    for step in steps {
      end += try LoadTimes.nanoseconds("step", step.duration, atLeast: .milliseconds(1))
      // The sum has to be one of the times that a program can have, too.
      _ = try LoadTimes.nanoseconds("program", .nanoseconds(end), atLeast: .milliseconds(1))
      ends.append(end)
    }
    self.ends = ends
    self.repeats = repeats
    loads = steps.map(\.load)
  }

  func segment(at nanoseconds: Int64) -> LoadSegment {
    let round = ends[ends.count - 1]
    let base = repeats ? nanoseconds / round * round : 0
    let time = nanoseconds - base
    let index = ends.firstAfter(time)
    guard index < ends.count else {
      return .steady(loads[loads.count - 1], from: round)
    }
    return .steady(
      loads[index], from: base + (index == 0 ? 0 : ends[index - 1]), to: base + ends[index])
  }
}

extension [Int64] {
  /// The index of the first element that is more than `value`, in elements that rise; the count
  /// when there is none.
  func firstAfter(_ value: Int64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] > value { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
