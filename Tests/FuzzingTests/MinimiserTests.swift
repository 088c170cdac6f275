// The minimiser against a world in which it is known what fails.

import Faults
import Scenarios
import Testing

@testable import Fuzzing

@Suite struct MinimiserTests {
  private let failure = FuzzFailure(oracle: "recovery", way: "linked")

  /// What comes of a plan where `fails` says which fail.
  private func outcome(_ plan: FuzzPlan, _ fails: (FuzzPlan) -> Bool) throws -> PlanOutcome {
    let item = try SuiteItem(file: "plan.yaml", text: ScenarioText(plan, title: "T").text)
    let isBad = fails(plan)
    return PlanOutcome(
      plan: plan, failure: isBad ? failure : nil, verdict: isBad ? .failed : .passed,
      failedExchange: isBad ? plan.exchanges.indices.last : nil, malformed: 0,
      result: .broken(item.scenario, because: "a test", boots: 1))
  }

  private func minimised(_ plan: FuzzPlan, _ fails: @escaping (FuzzPlan) -> Bool) throws -> FuzzPlan
  {
    let minimiser = Minimiser(
      run: { plans in try plans.map { try outcome($0, fails) } }, budget: 1000, width: 4)
    return try minimiser.minimise(try outcome(plan, fails)).plan
  }

  @Test func oneFaultOfManyIsLeft() throws {
    let plan = PlanMaker(seed: 5, kind: FuzzKind(isSchedules: true), exchanges: 20).plan(0)
    let verb = try #require(plan.exchanges[11].faults.first?.verb)
    let small = try minimised(plan) { $0.exchanges.flatMap(\.faults).contains { $0.verb == verb } }
    #expect(small.exchanges.count == 1)
    #expect(small.exchanges.flatMap(\.faults).map(\.verb) == [verb])
  }

  @Test func twoThatFailOnlyTogetherAreBothLeft() throws {
    let plan = PlanMaker(seed: 6, kind: FuzzKind(), exchanges: 12).plan(0)
    let verbs = Set(
      [plan.exchanges[2], plan.exchanges[9]].compactMap { $0.faults.first?.verb })
    let small = try minimised(plan) {
      verbs.isSubset(of: Set($0.exchanges.flatMap(\.faults).map(\.verb)))
    }
    #expect(Set(small.exchanges.flatMap(\.faults).map(\.verb)) == verbs)
    #expect(small.faultCount == verbs.count)
  }

  @Test func whatFailsWithoutAnyFaultNeedsNone() throws {
    let plan = PlanMaker(seed: 7, kind: FuzzKind(), exchanges: 12).plan(0)
    #expect(try minimised(plan) { _ in true }.faultCount == 0)
  }

  @Test func whatTakesManyFaultsTakesFewWithASmallCap() throws {
    let plan = PlanMaker(seed: 8, kind: FuzzKind(isSchedules: true), exchanges: 40).plan(0)
    let small = try minimised(plan) { $0.faultCount > $0.attemptCap ?? 10 }
    #expect(small.attemptCap == 1)
    #expect(small.faultCount == 2)
    #expect(ScenarioText(small, title: "T").text.contains("\npolicy: {attemptCap: 1}\n"))
  }

  @Test func aCapThatDoesNothingIsLeftOut() throws {
    let plan = PlanMaker(seed: 9, kind: FuzzKind(), exchanges: 12).plan(0)
    let verb = try #require(plan.exchanges[3].faults.first?.verb)
    let small = try minimised(plan) { $0.exchanges.flatMap(\.faults).contains { $0.verb == verb } }
    #expect(small.attemptCap == nil)
    #expect(small.faultCount == 1)
  }
}
