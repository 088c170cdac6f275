// What fuzzing tells while it goes on, and what comes of it.

import Records

/// What fuzzing tells while it goes on.
public enum FuzzEvent {
  /// So much has been done.
  case progressed(FuzzTotals)
  /// The central failed; it is being made smaller.
  case found(FuzzFailure, run: Int)
  /// The finding is as small as it gets, and written down.
  case kept(FuzzFinding)
  /// A guest came to no verdict, for this reason.
  case broken(run: Int, reason: String)
}

/// What was done so far.
public struct FuzzTotals: Sendable {
  /// Plans that came to a verdict.
  public var runs = 0
  /// Exchanges in which a fault struck.
  public var malformed = 0
  /// Plans whose guest broke.
  public var broken = 0
  /// How long running them took, in real time, without making findings smaller.
  public var elapsed = Duration.zero
  /// How much processor time the guests took for it, on all cores together.
  public var processor = Duration.zero

  /// Malformed exchanges in a second of one core's, boots and good exchanges included.
  public var perSecondAndCore: Double {
    processor > .zero ? Double(malformed) / processor.inSeconds : 0
  }
}

/// A finding that was written down.
public struct FuzzFinding: Sendable {
  /// How the central fails.
  public var failure: FuzzFailure
  /// The plan in which it was found first.
  public var run: Int
  /// The scenario that fails.
  public var file: String
  /// The smallest plan that fails so.
  public var plan: FuzzPlan
  /// The run's folder, with its capture.
  public var folder: String?
  /// What was seen instead of what the scenario claims.
  public var seen: String
  /// In how many further plans the central failed so.
  public var repetitions = 0
}

/// What came of it all.
public struct FuzzReport: Sendable {
  /// What was done.
  public var totals = FuzzTotals()
  /// The findings, each once, in the order in which they were found.
  public var findings: [FuzzFinding] = []
  /// Whether the user ended it.
  public var isInterrupted = false
}
