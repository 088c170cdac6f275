// What the managers of a process share of a characteristic, since bluetoothd takes them for one program.

/// Who is subscribed to a value, and who reads it, over all managers. Confined to the radio thread.
///
/// bluetoothd has one subscription for a program, however often it was asked for, and ends it when it is
/// asked to once. And it tells subscribers of a value that was read as of any other, just before it
/// answers: nobody is to take that for a notification.
final class SharedValues {
  private var subscribers: [String: Int] = [:]
  private var readings: [String: [Reading]] = [:]

  /// Notes one more subscriber of the value at the path.
  func subscribe(to path: String) { subscribers[path, default: 0] += 1 }

  /// Notes one fewer; whether it was the last.
  func unsubscribe(from path: String) -> Bool {
    let left = (subscribers[path] ?? 1) - 1
    subscribers[path] = left > 0 ? left : nil
    return left <= 0
  }

  /// Notes that the value is being read, until the reading ends.
  func beginReading(_ path: String) -> Reading {
    let reading = Reading(of: path, in: self)
    readings[path, default: []].append(reading)
    return reading
  }

  /// Keeps back what a subscriber was notified of while somebody reads it; false where nobody does.
  func hold(
    _ bytes: [UInt8], of path: String, for subscriber: ObjectIdentifier,
    _ tell: @escaping ([UInt8]) -> Void
  ) -> Bool {
    guard let reading = readings[path]?.last else { return false }
    reading.held.append(Held(subscriber: subscriber, bytes: bytes, tell: tell))
    return true
  }

  /// A notification that was kept back.
  fileprivate struct Held {
    let subscriber: ObjectIdentifier
    let bytes: [UInt8]
    let tell: ([UInt8]) -> Void
  }

  /// One reading of a value.
  final class Reading {
    private let path: String
    /// Held, since an answer may come after all else has gone; the circle ends with the reading.
    private let values: SharedValues
    fileprivate var held: [Held] = []

    fileprivate init(of path: String, in values: SharedValues) {
      self.path = path
      self.values = values
    }

    /// Ends it with the value that came, or nil. Other subscribers are told what was kept back for them,
    /// without the echo of the value; what was kept back for the reader is returned.
    func end(readBy reader: ObjectIdentifier?, value: [UInt8]?) -> [[UInt8]] {
      values.readings[path]?.removeAll { $0 === self }
      if values.readings[path]?.isEmpty == true { values.readings[path] = nil }
      for subscriber in Set(held.map(\.subscriber)) {
        if let echo = held.lastIndex(where: { $0.subscriber == subscriber && $0.bytes == value }) {
          held.remove(at: echo)
        }
      }
      for other in held where other.subscriber != reader { other.tell(other.bytes) }
      return held.filter { $0.subscriber == reader }.map(\.bytes)
    }
  }
}
