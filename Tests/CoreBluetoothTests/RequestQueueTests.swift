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
    #expect(done[0]())
    #expect(log == ["a", "b"])
    queue.clear()
    #expect(!done[1]())
    queue.add { _ in log.append("d") }
    #expect(log == ["a", "b", "d"])
  }
}
