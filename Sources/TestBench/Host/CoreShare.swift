// How much of the machine a guest got.

import EventLoop

/// What the machine's scheduler says of a guest's processes, as /proc/PID/schedstat has it. A guest gives
/// way between its kernel and its programs thousands of times a second, and on a busy machine each time
/// it has to wait for its core.
struct CoreShare {
  /// For how long the processes that there are have been on a core, each since it began.
  private(set) var ran = Duration.zero
  /// For how long they have been waiting for one.
  private(set) var waited = Duration.zero

  /// Whether any of them is on a core or waits for one now. A wait counts as waited when it is over.
  private(set) var isReady = false

  /// That of the processes of a group.
  init(ofGroup group: Int32) {
    for (process, state) in Self.processes(ofGroup: group) {
      guard let schedule = try? Files.readText("/proc/\(process)/schedstat") else { continue }
      if state == "R" { isReady = true }
      // Nanoseconds on a core, nanoseconds waiting for one, turns.
      let words = schedule.split(separator: " ").map { Int64($0) ?? 0 }
      guard words.count == 3 else { continue }
      ran += .nanoseconds(words[0])
      waited += .nanoseconds(words[1])
    }
  }

  /// How much of a time since the share was `before` is the guest's own to answer for: what it
  /// computed, or all of it when it did nothing and wanted nothing.
  func chance(since before: CoreShare, in time: Duration) -> Duration {
    // A process that has ended takes its share with it.
    let computed = max(ran - before.ran, .zero)
    let isIdle =
      !isReady && computed + max(waited - before.waited, .zero) < time / 20
    return isIdle ? time : min(computed, time)
  }

  /// Whether a process of the group is left that has not ended.
  static func lives(group: Int32) -> Bool {
    processes(ofGroup: group).contains { $0.state != "Z" && $0.state != "X" }
  }

  /// The processes of a group, and their states by the letters of ps(1). One that goes meanwhile counts no
  /// more.
  private static func processes(ofGroup group: Int32) -> [(process: Int32, state: Substring)] {
    Files.names(in: "/proc").compactMap { Int32($0) }.compactMap { process in
      guard let stat = try? Files.readText("/proc/\(process)/stat"),
        let (state, its) = stateAndGroup(inStat: stat), its == group
      else { return nil }
      return (process, state)
    }
  }

  /// PID (NAME) STATE PARENT GROUP …, and the name may hold brackets and spaces itself.
  private static func stateAndGroup(inStat text: String) -> (Substring, Int32)? {
    guard let close = text.lastIndex(of: ")") else { return nil }
    let words = text[text.index(after: close)...].split(separator: " ")
    guard words.count > 2, let group = Int32(words[2]) else { return nil }
    return (words[0], group)
  }
}
