// The program that fuzzes the frames.

import FrameFuzzing
import FuzzEntry

/// libFuzzer's first call.
@_cdecl("LLVMFuzzerInitialize")
public func begin(
  _ argumentCount: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer
) -> CInt {
  begin(DecoderCheck.frames)
  return 0
}
