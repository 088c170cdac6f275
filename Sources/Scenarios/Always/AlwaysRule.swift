// What must hold from the beginning of a scenario to its end, whatever its steps are: the
// requirements that are about all moments and not about one. Scenarios name them in `always:`.

import MeterEmulator
import Records

/// What the rules are told of the scenario.
struct AlwaysContext {
  /// The limits that the central was told to keep.
  var policy: CentralPolicy
  /// The meters, whose n-th is on adapter n + 1.
  var meters: [MeterConfiguration]
  /// The adapter of the central that is held to the rules.
  var adapter = 0
  /// How much memory the central's process has now, in KiB; nil where that is not known.
  var centralMemory: () -> Int?
}

/// A rule at work: it is shown every record of the run.
protocol AlwaysRule: AnyObject {
  /// Its name in scenarios.
  static var name: String { get }
  /// What must hold, in one sentence.
  static var summary: String { get }
  /// The requirement that it is from.
  static var requirement: String { get }
  /// Who sees that it was broken.
  static var witness: Witness { get }

  init(_ context: AlwaysContext)

  /// Takes the next record; what was seen where the rule is broken with it.
  func see(_ record: Record) -> String?
}

/// All rules.
enum AlwaysRules {
  /// In the order of the reference.
  static var all: [any AlwaysRule.Type] {
    [
      TrueMeasurements.self, StatesRise.self, SubscribesFirst.self, OneRequest.self,
      AttemptCap.self, Ladder.self, NoUnwantedAttempt.self, BoundedMemory.self,
    ]
  }

  /// The word for all of them.
  static let everything = "everything"

  /// Their names. (A key path to a property of a rule's type would crash the compiler of Swift 6.3.1.)
  static var names: [String] { all.map { $0.name } }
}

/// A rule that was broken.
struct BrokenRule {
  var rule: any AlwaysRule.Type
  /// The central that broke it, from 0.
  var central: Int
  var seen: String
}

/// The rules of one scenario at work: each central is held to each.
final class AlwaysWatch {
  /// The rules that one central is held to.
  private struct Held {
    let rules: [any AlwaysRule]
    var view: CentralView
  }

  private var held: [Held]

  /// The rules of these names, for the centrals of these contexts.
  init(_ names: [String], _ contexts: [AlwaysContext]) {
    held = contexts.map { context in
      Held(
        rules: AlwaysRules.all.filter { names.contains($0.name) }.map { $0.init(context) },
        view: CentralView(adapter: context.adapter, isAlone: contexts.count == 1))
    }
  }

  /// Takes the next record; the rule that is broken with it.
  func see(_ record: Record) -> BrokenRule? {
    var broken: BrokenRule?
    // All are shown it, so that none goes on from half of what happened.
    for index in held.indices where held[index].view.shows(record) {
      for rule in held[index].rules {
        if let seen = rule.see(record), broken == nil {
          broken = BrokenRule(rule: type(of: rule), central: index, seen: seen)
        }
      }
    }
    return broken
  }
}

/// What one of several centrals has to do with: its own word, what it was told, and its links.
private struct CentralView {
  let adapter: Int
  let isAlone: Bool
  private var links: Set<Int> = []

  init(adapter: Int, isAlone: Bool) {
    self.adapter = adapter
    self.isAlone = isAlone
  }

  mutating func shows(_ record: Record) -> Bool {
    if isAlone { return true }
    switch record.witness {
    case .emulator: return true
    case .central: return record.adapter == adapter
    case .harness: return record.adapter == nil || record.adapter == adapter
    case .air:
      guard let link = record.connection else { return record.adapter == adapter }
      // The central's end is told first.
      if record.kind == "connected", record.adapter == adapter { links.insert(link) }
      return links.contains(link)
    }
  }
}

extension Record {
  /// Whether it is the harness's note that the central is told this.
  func tells(_ command: String) -> Bool {
    witness == .harness && kind == "command" && details["command"] == .text(command)
  }

  /// Whether it is the air's, of what happens at the radio of this adapter.
  func isOfRadio(_ adapter: Int) -> Bool {
    witness == .air && (self.adapter == adapter || self.adapter == nil)
  }

  /// Whether the central has decoded a frame.
  var isMeasurement: Bool { witness == .central && kind == "measurement" }
}
