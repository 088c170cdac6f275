// What counts as a finding. All of it is the engine's verdict on an ordinary scenario: nothing is
// judged here that `meterloop test` would not judge in the same way.

import Records
import Scenarios

/// How a central failed.
public struct FuzzFailure: Sendable, Hashable {
  /// Which oracle: a rule's name, `recovery`, `ended`, `hung` or `misbehaved`.
  public var oracle: String
  /// How it failed by that oracle: how the process ended, or whether the central had a link.
  public var way: String

  /// In a few words.
  public var words: String { way.isEmpty ? oracle : "\(oracle) (\(way))" }

  /// The name under which a finding is kept: `recovery-rejected`.
  var signature: String {
    let name = way.isEmpty ? oracle : "\(oracle)-\(way)"
    return name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "-" }.joined()
  }

  /// What a result says of the central, when that is a finding. A fault that did nothing, a command
  /// that could not be obeyed and trouble of the harness are none.
  init?(_ result: ScenarioResult) {
    guard let failure = result.failure, result.verdict == .failed else { return nil }
    switch failure.kind {
    case .rule(let name): self.init(oracle: name, way: "")
    case .recovery:
      self.init(oracle: "recovery", way: Self.isApart(failure.around) ? "apart" : "linked")
    case .ended(let how): self.init(oracle: "ended", way: how.replacing("the central ", with: ""))
    case .hung: self.init(oracle: "hung", way: "")
    case .misbehaved: self.init(oracle: "misbehaved", way: "")
    case .expectation, .refused, .dud, .harness: return nil
    }
  }

  /// Whether the last that the central said is that it has no link.
  private static func isApart(_ records: [Record]) -> Bool {
    let last = records.last { $0.witness == .central && $0.kind != "log" }
    switch last?.kind {
    case "dropped", "retry", "gaveUp", "incompatible", "pairingNeeded", "unavailable", "ready":
      return true
    case "state":
      let states = ["peripheralNotConnected", "peripheralConnectionPending"]
      return states.contains { last?.details["state"] == .text($0) }
    default: return false
    }
  }

  init(oracle: String, way: String) {
    self.oracle = oracle
    self.way = way
  }

  /// The oracle in words, for the title of a scenario: what is claimed and does not hold.
  var claim: String {
    switch oracle {
    case "recovery": "After what went wrong the central reads the next good frame"
    case "ended": "The central's process goes on"
    case "hung": "The central answers, sleeps in between, and comes to an end"
    case "misbehaved": "The central keeps to the driver protocol"
    default: "The rule \(oracle) holds"
    }
  }
}
