// The centrals of a scenario: one, or several with names.

import EventLoop
import Glibc

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

extension CentralPlan {
  /// What to do about a central that cannot be started from this folder.
  func remedy(for error: SystemError, in folder: String) -> String {
    guard case .command = program else { return "Run `meterloop doctor`." }
    return error.code == ENOENT
      ? "It is looked for in the PATH, or from \(folder) if its name has a slash; "
        + "a script's interpreter has to be there too."
      : "Make it executable, or name the program that runs it before it."
  }
}

extension Scenario {
  /// Judges this central in place of its own, where there is one, and leaves its faults out if asked to.
  mutating func adapt(to central: [String]?, leavingFaultsOut: Bool) {
    if let central {
      for index in centrals.indices { centrals[index].program = .command(central) }
    }
    if leavingFaultsOut { timeline.removeAll(where: \.isOfFault) }
  }

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
