// How a suite is run, and what it tells meanwhile.

import TestBench

/// How a suite is run.
public struct SuiteOptions: Sendable {
  /// How many guests at a time, each on a core of its own.
  public var jobs: Int
  /// Where the folders of the runs go.
  public var results: String
  /// Whether the folders of passed runs are kept.
  public var keepsPassed: Bool
  /// How long a guest is waited for, in the host's time.
  public var limits: GuestLimits
  /// How often a scenario that did not pass is run again.
  public var retries = 0
  /// Whether nothing more is started once one did not pass.
  public var stopsAtFailure = false
  /// The central that is judged in place of the scenarios' own; nil for theirs.
  public var central: [String]?
  /// Whether the scenarios are run without their faults.
  public var leavesFaultsOut = false
  /// Whether a guest serves several scenarios, one after the other.
  public var reusesGuests = true
  /// Whether the guests have this machine's time, and their centrals as much of it as they want.
  public var isInRealTime = false

  /// Options.
  public init(jobs: Int, results: String, keepsPassed: Bool, limits: GuestLimits) {
    self.jobs = jobs
    self.results = results
    self.keepsPassed = keepsPassed
    self.limits = limits
  }
}

/// What a suite tells while it runs.
public enum SuiteEvent {
  /// Something about this machine that the user had better know; told once.
  case noted(String)
  /// The scenario's guest was started. Runs are numbered from 1, in the order of the suite: where each
  /// scenario is run several times, a file has several.
  case began(run: Int, file: String)
  /// Its guest has come so far.
  case progressed(file: String, Progress)
  /// It has a verdict. The folder is nil when there was no guest; it is removed after this unless the
  /// result names it.
  case ended(run: Int, ScenarioResult, folder: String?)
}
