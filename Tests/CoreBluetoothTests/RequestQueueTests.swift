// Requests one after the other.

import Testing

@testable import CoreBluetooth

@Suite struct RequestQueueTests {
  @Test("The next starts when the one before is done; a cleared one is heard of no more")
  func order() {
    let queue = RequestQueue()
    var log: [String] = []
    var done: [RequestQueue.Done] = []
    for name in ["a", "b", "c"] {
      queue.add {
        log.append(name)
        done.append($0)
      }
    }
    #expect(log == ["a"])
    done[0]({ log.append("a is told") })
    #expect(log == ["a", "a is told", "b"])
    queue.clear()
    done[1]({ log.append("b is told") })
    queue.add { _ in log.append("d") }
    #expect(log == ["a", "a is told", "b", "d"])
  }

  @Test("Nothing is started by one whose report clears the queue") func clearedByItsReport() {
    let queue = RequestQueue()
    var log: [String] = []
    var done: [RequestQueue.Done] = []
    queue.add { done.append($0) }
    queue.add { _ in log.append("b") }
    done[0]({
      queue.clear()
      queue.add { _ in log.append("c") }
    })
    #expect(log == ["c"])
  }
}
