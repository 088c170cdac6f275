// Which scenarios a suite runs, how often, in which order.

import Scenarios
import Testing

@Suite struct SuiteOrderTests {
  private let items = Array(0..<23)

  @Test func shardsHaveEveryItemOnceAndAboutTheSameNumber() {
    var all: [Int] = []
    for number in 1...5 {
      var order = SuiteOrder()
      order.shard = Shard("\(number)/5")
      #expect(order.shard?.number == number)
      let part = order.arrange(items)
      #expect((4...5).contains(part.count))
      all += part
    }
    #expect(all.sorted() == items)
  }

  @Test(arguments: ["0/5", "6/5", "2", "2/", "/5", "2/5/6", "a/b", "-1/5", "1/0"])
  func whatIsNoShardIsNone(text: String) { #expect(Shard(text) == nil) }

  @Test func anOrderFollowsFromItsSeed() {
    func arranged(_ seed: UInt64) -> [Int] {
      var order = SuiteOrder()
      order.shuffleSeed = seed
      return order.arrange(items)
    }
    #expect(arranged(1) == arranged(1))
    #expect(arranged(1) != arranged(2))
    #expect(arranged(1).sorted() == items)
  }

  @Test func eachIsRunAsOftenAsTold() {
    var order = SuiteOrder()
    order.repetitions = 3
    #expect(order.arrange([1, 2]) == [1, 2, 1, 2, 1, 2])
  }
}
