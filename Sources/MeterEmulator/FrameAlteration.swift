// The hook for payload faults: a meter's frame is altered before it is split.

/// A change that was laid on a meter's frames and can be taken off again.
public final class FrameAlteration {
  /// The fault that the alteration belongs to, as its records name it.
  public let id: String
  /// What the fault is called in scenario files.
  public let verb: String
  /// How many frames it has changed.
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

  /// The frame as it goes out, or nil when the alteration leaves it as it is. Only a frame that came
  /// out different counts: a fault that changed nothing has not fired.
  func altered(_ frame: [UInt8]) -> [UInt8]? {
    guard isLaid, let result = change?(frame), result != frame else { return nil }
    firings += 1
    if let left = remaining { remaining = left - 1 }
    return result
  }
}
