// Refuses a scenario whose steps cannot end within its limit: the central would be blamed for it.

import Records

extension Scenario {
  /// An error at the first step that cannot end in time, however quick the central is.
  func checkLimit() throws(ScenarioError) {
    var least = Duration.zero
    for step in timeline {
      if let start = step.start {
        guard start >= least else {
          throw ScenarioError(
            step.place.source, step.position,
            "this step cannot begin at \(start.text): the steps before it take at least "
              + least.text)
        }
        least = start
      }
      let most = least + (step.action.most ?? .zero)
      least += step.action.least
      guard least >= limit || most > limit else { continue }
      let end = max(least, most)
      // A second more for what takes no time on paper.
      let needed = end.wholeNanoseconds / 1_000_000_000 + 2
      throw ScenarioError(
        step.place.source, step.position,
        "this step may end \(end.text) after the first began, but the limit is \(limit.text)",
        suggestion: "limit: \(needed)s")
    }
  }
}

extension StepAction {
  /// What it takes at least.
  fileprivate var least: Duration {
    guard let expectation else {
      if case .wait(let duration) = self { return duration }
      return .zero
    }
    switch expectation.subject {
    case .seen(_, _, .at(let wanted, let tolerance)): return max(.zero, wanted - tolerance)
    case .seen(_, _, .within), .order: return .zero
    case .counted(_, _, let within): return within + ScenarioRun.grace
    case .never(_, let duration): return duration + ScenarioRun.grace
    case .attempts(let delays, let tolerance, _, _):
      // The drop may have been before.
      return delays.dropFirst().reduce(.zero) { $0 + max(.zero, $1 - tolerance) }
    }
  }

  /// What the scenario lets it take, where it says so.
  fileprivate var most: Duration? {
    guard let expectation else { return nil }
    switch expectation.subject {
    case .seen(_, _, .within(Expectation.defaultWithin)): return nil
    case .seen(_, _, let timing): return timing.latest
    case .order(_, let within): return within
    case .never, .counted: return nil
    case .attempts(_, _, let within, _): return within
    }
  }
}
