// Makes a plan that fails smaller, as long as it fails by the same oracle.

import Records
import Scenarios

/// Reduces one finding. Candidates run side by side, and the boldest that still fails is taken: what
/// comes out does not depend on how many run at a time.
struct Minimiser {
  let run: ([FuzzPlan]) throws -> [PlanOutcome]
  /// How many candidates are tried at most.
  let budget: Int
  /// How many run side by side.
  let width: Int

  /// The smallest plan found, with its outcome.
  func minimise(_ found: PlanOutcome) throws -> PlanOutcome {
    guard let oracle = found.failure?.oracle else { return found }
    var best = found
    var left = budget
    // Its last reductions leave the cap out again where it did nothing.
    if let outcome = try firstFailing(found.plan.withSmallCaps, oracle, &left) { best = outcome }
    // What comes after the failure did nothing, and mostly nothing before its own exchange did.
    if let last = best.failedExchange {
      let starts = [last, max(0, last - 1), max(0, last - 3), 0]
      let heads = starts.map { start in
        var head = best.plan.ending(with: last)
        head.exchanges.removeFirst(start)
        return head
      }
      if let outcome = try firstFailing(heads, oracle, &left) { best = outcome }
    }
    var tried: Set<FuzzPlan> = []
    while left > 0 {
      let ended = best.failedExchange.map { [best.plan.ending(with: $0)] } ?? []
      let candidates = (ended + best.plan.reductions).filter {
        $0 != best.plan && !tried.contains($0)
      }
      tried.formUnion(candidates)
      guard let outcome = try firstFailing(candidates, oracle, &left) else { break }
      best = outcome
    }
    return best
  }

  /// The first of the plans that fails by the oracle.
  private func firstFailing(
    _ plans: [FuzzPlan], _ oracle: String, _ left: inout Int
  ) throws -> PlanOutcome? {
    var rest = plans[...]
    while !rest.isEmpty, left > 0 {
      // As many as a machine of any size would try, so that the budget means the same everywhere.
      let batch = Array(rest.prefix(min(width, left)))
      rest = rest.dropFirst(batch.count)
      left -= batch.count
      let outcomes = try run(batch)
      guard outcomes.count == batch.count else { return nil }
      if let outcome = outcomes.first(where: { $0.failure?.oracle == oracle }) { return outcome }
    }
    return nil
  }
}
