// A frame does not end where it should.

import MeterEmulator

/// Frames have more bytes behind their last.
struct Extend: FrameFaultVerb {
  static let name = "extend"
  static let example = "{payload: extend, with: '00 FF', frames: 1}"
  static let summary = "The meter sends more bytes behind each frame, as part of it."
  static let parameters = [with, .frames]
  static let proof = "a frame went out with the bytes behind it"
  private static let with = FaultParameter(
    "with", .bytes(1...512), isRequired: true, summary: "the bytes behind the frame")

  let frames: Int?
  private let with: [UInt8]

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    frames = arguments.integer(.frames)
    with = try arguments.bytes(Self.with)
  }

  var change: FrameChange { .bytes { [with] in $0.bytes + with } }
}
