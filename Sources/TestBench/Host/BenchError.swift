// What can be wrong with a machine or a bench, each with what to do about it.

/// The harness or its surroundings failed: never the fault of the central under test.
public struct BenchError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and where.
  public let problem: String
  /// What to do next.
  public let remedy: String

  /// A problem and what to do about it.
  public init(_ problem: String, remedy: String) {
    self.problem = problem
    self.remedy = remedy
  }

  /// Both, for a terminal.
  public var description: String { remedy.isEmpty ? problem : "\(problem)\n  \(remedy)" }
}
