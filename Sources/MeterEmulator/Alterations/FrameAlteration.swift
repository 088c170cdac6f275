// The hook for payload faults: a meter's frame is altered before it is split, or the notifications
// are that it was split into.

/// A frame that is about to go out, as a change finds it.
public struct OutgoingFrame: Sendable {
  /// Its bytes.
  public var bytes: [UInt8]
  /// The frame before it as it went out; empty before the first.
  public var previous: [UInt8]
}

/// What is done to a frame.
public enum FrameChange {
  /// Its bytes become others, before they are split.
  case bytes((OutgoingFrame) -> [UInt8])
  /// The notifications that it was split into become others. The n-th of them goes out when the
  /// n-th would have gone out, and those for which there is no such time with the last one.
  case pieces(([[UInt8]], OutgoingFrame) -> [[UInt8]])
}

/// A change that was laid on a meter's frames and can be taken off again.
public final class FrameAlteration {
  /// The fault that the alteration belongs to, as its records name it.
  public let id: String
  /// What the fault is called in scenario files.
  public let verb: String
  /// How many frames that it changed went out to a central.
  public private(set) var firings = 0
  private var remaining: Int?
  private var change: FrameChange?

  init(id: String, verb: String, times: Int?, change: FrameChange) {
    self.id = id
    self.verb = verb
    remaining = times
    self.change = change
  }

  /// Leaves all later frames alone.
  public func lift() { change = nil }

  /// Whether any frame is still to be changed.
  var isLaid: Bool { change != nil && remaining != 0 }

  /// The frame as it is to go out, or nil when the alteration leaves it as it is: a fault that
  /// changed nothing does not fire.
  func altered(_ frame: OutgoingFrame) -> AlteredFrame? {
    guard isLaid, case .bytes(let change)? = change else { return nil }
    let before = frame.bytes
    let after = change(frame)
    guard after != before else { return nil }
    let isResized = after.count != before.count
    let last = isResized ? nil : before.indices.last { before[$0] != after[$0] }
    return AlteredFrame(alteration: self, bytes: after, end: last.map { $0 + 1 } ?? after.count)
  }

  /// The same for the notifications of a frame.
  func altered(_ pieces: [[UInt8]], of frame: OutgoingFrame) -> [[UInt8]]? {
    guard isLaid, case .pieces(let change)? = change else { return nil }
    let result = change(pieces, frame)
    return result == pieces ? nil : result
  }

  /// Counts a frame that it changed and that went out.
  func fire() {
    firings += 1
    if let left = remaining { remaining = left - 1 }
  }
}

/// What an alteration has made of a frame that is not out yet.
struct AlteredFrame {
  let alteration: FrameAlteration
  var bytes: [UInt8]
  /// How many bytes have to be out for the alteration to be seen: all where its length was changed.
  var end: Int
}
