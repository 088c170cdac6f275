// One notification of a frame is lost inside the meter.

import MeterEmulator

/// One notification of a frame does not go out.
struct DropChunk: FrameFaultVerb {
  static let name = "dropChunk"
  static let example = "{payload: dropChunk, chunk: 3, frames: 1}"
  static let summary = """
    One of the notifications that a frame is split into is not sent. Those behind it come earlier \
    by one.
    """
  static let parameters = [FaultParameter.chunk, .frames]
  static let proof = "the last notification of a frame that lacks one went out"

  let frames: Int?
  private let chunk: Int

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    frames = arguments.integer(.frames)
    chunk = try arguments.number(.chunk)
  }

  var change: FrameChange {
    .pieces { [chunk] pieces, _ in
      pieces.enumerated().filter { $0.offset != chunk - 1 }.map(\.element)
    }
  }
}
