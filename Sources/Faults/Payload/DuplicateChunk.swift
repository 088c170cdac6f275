// One notification of a frame comes twice.

import MeterEmulator

/// One notification of a frame goes out twice.
struct DuplicateChunk: FrameFaultVerb {
  static let name = "duplicateChunk"
  static let example = "{payload: duplicateChunk, chunk: 3, frames: 1}"
  static let summary = """
    One of the notifications that a frame is split into is sent twice, one behind the other.
    """
  static let parameters = [FaultParameter.chunk, .frames]
  static let proof = "the last notification of a frame that has one twice went out"

  let frames: Int?
  private let chunk: Int

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    frames = arguments.integer(.frames)
    chunk = try arguments.number(.chunk)
  }

  var change: FrameChange {
    .pieces { [chunk] pieces, _ in
      pieces.enumerated().flatMap { Array(repeating: $1, count: $0 == chunk - 1 ? 2 : 1) }
    }
  }
}
