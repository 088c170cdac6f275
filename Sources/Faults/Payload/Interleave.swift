// Two frames come at once.

import MeterEmulator

/// The frame before is sent again, notification by notification between those of the frame.
struct Interleave: FrameFaultVerb {
  static let name = "interleave"
  static let example = "{payload: interleave, frames: 1}"
  static let summary = """
    The frame before is sent once more, its notifications between those of the frame, as from a \
    meter that answers two requests at once. The first frame of a meter passes.
    """
  static let parameters = [FaultParameter.frames]
  static let proof = "the last notification of the two frames went out"

  let frames: Int?

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    frames = arguments.integer(.frames)
  }

  var change: FrameChange {
    .pieces { pieces, frame in
      let size = max(pieces.first?.count ?? 1, 1)
      let others = stride(from: 0, to: frame.previous.count, by: size).map {
        Array(frame.previous[$0..<min($0 + size, frame.previous.count)])
      }
      return (0..<max(pieces.count, others.count)).flatMap { place in
        [pieces, others].compactMap { $0.indices.contains(place) ? $0[place] : nil }
      }
    }
  }
}
