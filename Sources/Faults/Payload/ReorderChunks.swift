// Two notifications of a frame change places.

import MeterEmulator

/// Two notifications of a frame change places.
struct ReorderChunks: FrameFaultVerb {
  static let name = "reorderChunks"
  static let example = "{payload: reorderChunks, chunk: 2, frames: 1}"
  static let summary = """
    One of the notifications that a frame is split into changes places with the next.
    """
  static let parameters = [FaultParameter.chunk, .frames]
  static let proof = "the last notification of the frame went out"

  let frames: Int?
  private let chunk: Int

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    frames = arguments.integer(.frames)
    chunk = try arguments.number(.chunk)
  }

  var change: FrameChange {
    .pieces { [chunk] pieces, _ in
      var pieces = pieces
      if pieces.indices.contains(chunk) { pieces.swapAt(chunk - 1, chunk) }
      return pieces
    }
  }
}
