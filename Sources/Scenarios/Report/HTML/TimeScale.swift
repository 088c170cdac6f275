// Where a moment of a run stands in its picture.
//
// A run has milliseconds of discovery, seconds of backoff and hours of a charge, all of which matter.
// So the scale is linear only from one moment of note to the next, and the width of such a stretch
// grows with the logarithm of its time: what is longer is drawn longer, but never so long that the
// rest cannot be seen. The ticks say what is when.

import Glibc
import Records

/// Maps times of a run to a place from 0 to 100, in percent of the picture's width.
struct TimeScale {
  private let times: [Double]
  private let places: [Double]

  /// So long a stretch, in seconds, is the least that can be told from nothing.
  private static let finestSeconds = 0.02
  /// So many moments of note are told apart.
  private static let mostKnots = 300

  /// A scale from `start` to `end` on which the moments in `knots` are told apart.
  init(from start: Duration, to end: Duration, knots: [Duration]) {
    let first = start.inSeconds
    let last = max(end.inSeconds, first + 0.001)
    var inner = Set(knots.map(\.inSeconds).filter { $0 > first && $0 < last }).sorted()
    let stride = inner.count / Self.mostKnots + 1
    inner = inner.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
    let times = [first] + inner + [last]
    var places = [0.0]
    for (a, b) in zip(times, times.dropFirst()) {
      places.append(places[places.count - 1] + log2(1 + (b - a) / Self.finestSeconds))
    }
    let whole = places[places.count - 1]
    self.times = times
    self.places = places.map { $0 / whole * 100 }
  }

  /// The place of a time; what is outside stands at the edge.
  func place(of time: Duration) -> Double {
    let seconds = time.inSeconds
    var low = 0
    var high = times.count - 1
    if seconds <= times[low] { return 0 }
    if seconds >= times[high] { return 100 }
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= seconds { low = middle } else { high = middle }
    }
    let share = (seconds - times[low]) / (times[high] - times[low])
    return places[low] + share * (places[high] - places[low])
  }
}
