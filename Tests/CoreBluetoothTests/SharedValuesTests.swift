// What several managers of one process share.

import Foundation
import Testing

@testable import CoreBluetooth

@Suite struct SharedValuesTests {
  private final class Subscriber {
    var told: [[UInt8]] = []
    var id: ObjectIdentifier { ObjectIdentifier(self) }
  }

  @Test("A subscription ends with its last user, path by path") func lastUser() {
    let values = SharedValues()
    values.subscribe(to: "a")
    values.subscribe(to: "a")
    values.subscribe(to: "b")
    #expect(!values.unsubscribe(from: "a"))
    #expect(values.unsubscribe(from: "b"))
    #expect(values.unsubscribe(from: "a"))
    values.subscribe(to: "a")
    #expect(values.unsubscribe(from: "a"))
  }

  @Test(
    "A value that one manager reads is no notification for the others, and for itself comes once")
  func echo() {
    let values = SharedValues()
    let (reader, other) = (Subscriber(), Subscriber())
    func hold(_ bytes: [UInt8], for subscriber: Subscriber) -> Bool {
      values.hold(bytes, of: "a", for: subscriber.id) { subscriber.told.append($0) }
    }
    #expect(!hold([1], for: other), "nobody reads")
    let reading = values.beginReading("a")
    #expect(!values.hold([1], of: "b", for: other.id) { _ in })
    for bytes: [UInt8] in [[2], [3], [2]] {
      #expect(hold(bytes, for: other))
      #expect(hold(bytes, for: reader))
    }
    #expect(other.told == [])
    #expect(reading.end(readBy: reader.id, value: [2]) == [[2], [3]])
    #expect(other.told == [[2], [3]])
    #expect(reader.told == [])
    #expect(!hold([4], for: other), "nobody reads any more")
  }

  @Test("A reading that fails takes nothing away") func failure() {
    let values = SharedValues()
    let other = Subscriber()
    let reading = values.beginReading("a")
    _ = values.hold([2], of: "a", for: other.id) { other.told.append($0) }
    #expect(reading.end(readBy: nil, value: nil) == [])
    #expect(other.told == [[2]])
  }

  @Test(
    "No delay that an app asks for ends it",
    arguments: [
      (Double.infinity, 1e9), (1e300, 1e9), (.nan, 0), (-1, 0), (-.infinity, 0), (2.5, 2.5),
    ])
  func delay(asked: Double, taken: Double) {
    let options = ConnectOptions([CBConnectPeripheralOptionStartDelayKey: NSNumber(value: asked)])
    #expect(options.startDelaySeconds == taken)
    #expect(options.wish.delay == .seconds(taken))
  }
}
