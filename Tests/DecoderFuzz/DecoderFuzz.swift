// The program that fuzzes all decoders.

import DecoderFuzzing
import FuzzEntry

/// libFuzzer's first call.
@_cdecl("LLVMFuzzerInitialize")
public func begin(
  _ argumentCount: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer
) -> CInt {
  begin(DecoderCheck.all)
  return 0
}
