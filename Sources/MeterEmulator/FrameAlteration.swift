// The hook for payload faults: a meter's frame is altered before it is split.

/// A change that was laid on a meter's frames and can be taken off again.
public final class FrameAlteration {
  /// The fault that the alteration belongs to, as its records name it.
  public let id: String
  /// What the fault is called in scenario files.
  public let verb: String
  /// How many frames that it changed went out to a central.
  public private(set) var firings = 0
  private var remaining: Int?
  private var change: (([UInt8]) -> [UInt8])?

  init(id: String, verb: String, times: Int?, change: @escaping ([UInt8]) -> [UInt8]) {
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
  func altered(_ frame: [UInt8]) -> AlteredFrame? {
    guard isLaid, let result = change?(frame), result != frame else { return nil }
    let isResized = result.count != frame.count
    let last = isResized ? nil : frame.indices.last { frame[$0] != result[$0] }
    return AlteredFrame(
      alteration: self, bytes: result, end: last.map { $0 + 1 } ?? result.count)
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
  let bytes: [UInt8]
  /// How many bytes have to be out for the alteration to be seen: all where its length was changed.
  var end: Int
}
