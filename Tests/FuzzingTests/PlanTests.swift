// Plans: the same from the same seed, always scenarios, and smaller with each reduction.

import Faults
import Scenarios
import Testing

@testable import Fuzzing

@Suite struct PlanTests {
  private static func maker(_ seed: UInt64, schedules: Bool = false) -> PlanMaker {
    PlanMaker(seed: seed, kind: FuzzKind(isSchedules: schedules), exchanges: 30)
  }

  @Test(arguments: [false, true])
  func theSameSeedAndNumberGiveTheSamePlan(schedules: Bool) {
    let first = Self.maker(7, schedules: schedules)
    let second = Self.maker(7, schedules: schedules)
    _ = second.plan(3)
    #expect(first.plan(5) == second.plan(5))
    #expect(first.plan(5) != first.plan(6))
    #expect(first.plan(5) != Self.maker(8, schedules: schedules).plan(5))
    #expect(first.plan(1) != Self.maker(8, schedules: schedules).plan(0))
  }

  @Test(arguments: [false, true])
  func everyPlanIsAScenario(schedules: Bool) throws {
    for number in 0..<20 {
      let plan = Self.maker(1, schedules: schedules).plan(number)
      let text = ScenarioText(plan, title: "T", comments: ["C"])
      let item = try SuiteItem(file: "plan.yaml", text: text.text)
      #expect(text.lines.count == plan.exchanges.count)
      #expect(item.scenario.timeline.count > 3 * plan.exchanges.count)
    }
  }

  @Test func everyVerbOfEachLevelIsUsed() {
    let used = (0..<40).flatMap { Self.maker(1, schedules: true).plan($0).exchanges }
      .flatMap(\.faults).map { "\($0.level.rawValue).\($0.verb)" }
    #expect(
      Set(used)
        == Set(FaultVocabulary.all.filter { $0.level != .host }.map { $0.fullName })
        .subtracting(FaultMaker.leftOut))
  }

  @Test func plansAreOfTheKindWanted() {
    let kind = FuzzKind(model: .um34c, profile: .factory)
    let maker = PlanMaker(seed: 1, kind: kind, exchanges: 30)
    for number in 0..<10 {
      let plan = maker.plan(number)
      #expect(plan.meter.yaml == "model: UM34C, profile: factory")
      #expect(plan.exchanges.flatMap(\.faults).allSatisfy { [.payload, .gatt].contains($0.level) })
    }
  }

  @Test(arguments: [false, true])
  func reductionsAreSmallerScenarios(schedules: Bool) throws {
    let plan = PlanMaker(seed: 3, kind: FuzzKind(isSchedules: schedules), exchanges: 4).plan(0)
    #expect(plan.reductions.count > 20)
    for smaller in plan.reductions {
      #expect(smaller != plan)
      #expect(smaller.faultCount <= plan.faultCount)
      #expect(throws: Never.self) {
        try SuiteItem(file: "plan.yaml", text: ScenarioText(smaller, title: "T").text)
      }
    }
  }
}
