// The centrals of a scenario: one, or several with names.

/// A central under test.
public struct CentralPlan: Sendable, Hashable {
  /// What runs.
  public enum Program: Sendable, Hashable {
    /// `meterloop central`.
    case builtIn
    /// Any program, as an argument vector.
    case command([String])
  }

  /// What steps and expectations call it; nil for the one of a scenario without `centrals:`.
  public var name: String?
  /// What runs.
  public var program: Program
  /// Its adapter: N of hciN.
  public var adapter: Int
  /// Where the file speaks of it; nil where it does not.
  public var position: SourcePosition?
}

extension Scenario {
  /// The name by which messages tell this central from others; nil where it is the only one.
  func tellingName(of central: Int) -> String? {
    centrals.count > 1 ? centrals[central].name : nil
  }

  /// A sentence about "the central" with its name, where there are several.
  func naming(_ central: Int, _ sentence: String) -> String {
    guard let name = tellingName(of: central) else { return sentence }
    return sentence.replacing("the central", with: "the central \(name)", maxReplacements: 1)
  }

  /// The centrals as results tell of them; nil where there is only one.
  var centralReports: [CentralReport]? {
    guard centrals.count > 1 else { return nil }
    return centrals.map { CentralReport(name: $0.name ?? "", adapter: $0.adapter) }
  }
}
