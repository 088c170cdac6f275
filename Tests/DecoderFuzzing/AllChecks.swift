// The checks of this module, and those of frames.

@_exported import FrameFuzzing

extension DecoderCheck {
  /// All of them.
  public static let all = frames + [advertising, hci, att, btsnoop, scenario]
}
