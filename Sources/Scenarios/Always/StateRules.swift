// The rules about the central's states, requests and memory.

import MeterEmulator
import Records
import SharedProtocols

/// States rise, or fall to the first.
final class StatesRise: AlwaysRule {
  static let name = "statesRise"
  static let summary = """
    The central's states only rise, or return to `peripheralNotConnected`; between `communicating` and \
    `dataIsAvailable` they go either way.
    """
  static let requirement = "CONN-1"
  static let witness = Witness.central

  private var state = 0

  init(_ context: AlwaysContext) {}

  func see(_ record: Record) -> String? {
    guard record.witness == .central, record.kind == "state",
      case .text(let name) = record.details["state"],
      let next = RecordVocabulary.states.firstIndex(of: name)
    else { return nil }
    defer { state = next }
    let talking = RecordVocabulary.states.count - 2
    if next > state || next == 0 || (next >= talking && state >= talking) { return nil }
    return "\(name) after \(RecordVocabulary.states[state])"
  }
}

/// Nobody asks a meter whose answer it cannot hear.
final class SubscribesFirst: AlwaysRule {
  static let name = "subscribesFirst"
  static let summary =
    "No request for a measurement reaches a meter to whose frames nobody listens."
  static let requirement = "DISC-4"
  static let witness = Witness.emulator

  private var subscribed: Set<Int> = []

  init(_ context: AlwaysContext) {}

  func see(_ record: Record) -> String? {
    guard record.witness == .emulator, let adapter = record.adapter else { return nil }
    switch record.kind {
    case "subscribed": subscribed.insert(adapter)
    case "unsubscribed": subscribed.remove(adapter)
    case "request" where record.details["command"] == "measurement":
      if !subscribed.contains(adapter) { return "a request before any subscription" }
    default: break
    }
    return nil
  }
}

/// One request at a time.
final class OneRequest: AlwaysRule {
  static let name = "oneRequest"
  static let summary = """
    A meter is not asked again before it has sent something, refused the request, or been waited for as \
    long as the policy's `measurementTimeout`.
    """
  static let requirement = "COMM-7"
  static let witness = Witness.central

  private let patience: Duration
  private var asked: VirtualTime?

  init(_ context: AlwaysContext) {
    // What travels may be late at either time; what is sent is not.
    patience = context.policy.measurementTimeout - Expectation.defaultTolerance
  }

  func see(_ record: Record) -> String? {
    if record.witness == .central {
      switch record.kind {
      case "measurement", "rejected", "timedOut", "dropped", "sendFailed", "log": asked = nil
      case "requested":
        defer { asked = record.time }
        guard let asked, record.time - asked < patience else { return nil }
        return "a second request \((record.time - asked).measuredText) after the one before it"
      default: break
      }
    }
    if record.witness == .air,
      record.kind == "disconnected"
        || record.kind == "att" && record.details["direction"] == "toCentral"
          && [0x01, 0x1B, 0x1D].contains(record.bytes.first ?? 0)
    {
      asked = nil
    }
    return nil
  }
}

/// Memory does not grow with what comes.
final class BoundedMemory: AlwaysRule {
  static let name = "boundedMemory"
  static let summary = """
    The central's process has never more than 32 MiB more memory than when the timeline began.
    """
  static let requirement = "HIL-6"
  static let witness = Witness.harness

  private static let growthLimit = 32 << 10
  private let context: AlwaysContext
  private var first: Int?

  init(_ context: AlwaysContext) { self.context = context }

  func see(_ record: Record) -> String? {
    guard record.witness == .harness, record.kind == "step", let memory = context.centralMemory()
    else { return nil }
    guard let first else {
      first = memory
      return nil
    }
    guard memory - first > Self.growthLimit else { return nil }
    return "more than \(Self.growthLimit >> 10) MiB more than at first"
  }
}
