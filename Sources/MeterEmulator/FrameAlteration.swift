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

/// The alterations that are laid on one meter, and what they did to the frame on its way.
struct FrameAlterations {
  private let log: EmulatorLog
  private var laid: [FrameAlteration] = []
  /// What was altered in the frame on the line, until a central got it or missed a piece.
  private var unseen: [AlteredFrame] = []

  /// No alterations yet; those that fire are recorded here.
  init(log: EmulatorLog) { self.log = log }

  mutating func lay(_ alteration: FrameAlteration) { laid.append(alteration) }

  /// The frame as the alterations leave it; they fire when it goes out. Each gets what the one
  /// before it left.
  mutating func alter(_ frame: [UInt8], isHeard: Bool) -> [UInt8] {
    var frame = frame
    laid.removeAll { !$0.isLaid }
    unseen = []
    for alteration in laid {
      guard let altered = alteration.altered(frame) else { continue }
      frame = altered.bytes
      unseen.append(altered)
    }
    // A later alteration may have cut off what an earlier one changed.
    for index in unseen.indices { unseen[index].end = min(unseen[index].end, frame.count) }
    // A frame of which nothing is left has no piece to go out with.
    if frame.isEmpty, isHeard { fire(upTo: 0) }
    return frame
  }

  /// The same for a frame that goes out whole and at once, beside the line of the radio.
  func alterAtOnce(_ frame: [UInt8]) -> [UInt8] {
    laid.reduce(frame) { frame, alteration in
      guard let altered = alteration.altered(frame) else { return frame }
      fire(altered)
      return altered.bytes
    }
  }

  /// So many bytes of the frame are out. An alteration has fired when the last byte that it altered
  /// goes out to a central that got the frame up to there.
  mutating func fire(upTo end: Int) {
    for altered in unseen where altered.end <= end { fire(altered) }
    unseen.removeAll { $0.end <= end }
  }

  /// A piece of the frame was lost, or the frame will not go out: nobody sees what was altered.
  mutating func forgetFrame() { unseen = [] }

  private func fire(_ altered: AlteredFrame) {
    altered.alteration.fire()
    log.append(
      "fault.fired",
      ["fault": .text(altered.alteration.id), "verb": .text(altered.alteration.verb)],
      bytes: altered.bytes)
  }
}

/// What an alteration has made of a frame that is not out yet.
struct AlteredFrame {
  let alteration: FrameAlteration
  let bytes: [UInt8]
  /// How many bytes have to be out for the alteration to be seen: all where its length was changed.
  var end: Int
}
