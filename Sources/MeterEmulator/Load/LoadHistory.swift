// What a TC66C's recording holds.

import Records

/// The loads of the recent past, one each second since the meter was plugged in. A TC66C records from
/// its own menu, at an interval set there; that it always does, and each second, is ours. The number
/// of records is the meter's.
struct LoadHistory {
  /// So many records there are room for; the oldest go.
  static let limit = 1440
  private static let secondNanoseconds: Int64 = 1_000_000_000

  private var origin: VirtualTime
  /// The programs and when each began, in order; the first is the one at `origin` or the limit.
  private var programs: [(start: VirtualTime, program: LoadProgram)]

  /// A recording that begins with this program.
  init(_ program: LoadProgram, at time: VirtualTime) {
    origin = time
    programs = [(time, program)]
  }

  /// Another program runs from `time` on.
  mutating func change(to program: LoadProgram, at time: VirtualTime) {
    programs.append((time, program))
    let oldest = time + .nanoseconds(-Int64(Self.limit) * Self.secondNanoseconds)
    // What ended before the oldest record counts no more.
    while programs.count > 1, programs[1].start <= oldest { programs.removeFirst() }
  }

  /// Begins anew at `time`, while the program goes on.
  mutating func restart(at time: VirtualTime) {
    origin = time
    programs.removeFirst(programs.count - 1)
  }

  /// The records at `time`, the oldest first.
  func loads(at time: VirtualTime) -> [Load] {
    let last = (time - origin).wholeNanoseconds / Self.secondNanoseconds
    let first = max(0, last - Int64(Self.limit) + 1)
    var index = 0
    return (first...last).map { second in
      let moment = origin + .nanoseconds(second * Self.secondNanoseconds)
      while index + 1 < programs.count, programs[index + 1].start <= moment { index += 1 }
      return programs[index].program.load(at: moment - programs[index].start)
    }
  }
}
