// What each kind of meter does when nothing else is asked for, and where that comes from.

import SharedProtocols

/// The settings of a model under a profile, as the real meters were seen to have them.
public struct MeterDefaults: Sendable {
  private let model: MeterModel
  private let profile: MeterProfile
  private let isOlder: Bool

  /// The defaults of a kind of meter. The firmware counts for a factory TC66C only.
  public init(model: MeterModel, profile: MeterProfile, firmware: TC66Firmware = .published) {
    self.model = model
    self.profile = profile
    isOlder = firmware.hasOlderRadio
  }

  /// What stands after the model in a documented name, where nothing else was asked for.
  public static let nameSuffix = "7F3A"

  /// The name on the air: `UM25C-7F3A` and `TC66-7F3A` by the documents. Meters on sale have bare
  /// ones: `UM25C`, `TC66C` of an older TC66C, and of a newer one its radio's, `BT24-M`.
  public func name(suffix: String) -> String {
    switch (profile, model) {
    case (.documented, .tc66c): "TC66-\(suffix)"
    case (.documented, _): "\(model.rawValue)-\(suffix)"
    case (.factory, .tc66c): isOlder ? "TC66C" : "BT24-M"
    case (.factory, _): model.rawValue
    }
  }

  /// From the end of a request to the first byte on the serial line.
  ///
  /// What was measured is the time until the answer is there, and the rest of it is the line's: 135 ms
  /// for a UM's 130 bytes at 9600 baud, of some 200 (libsigrok); 200 ms for a TC66C's 192 bytes, of
  /// some 800 with the older radio and 500 with the newer (its clients' authors). That the older
  /// one's line has 9600 baud too is ours.
  public var replyDelay: Duration {
    guard model == .tc66c, profile == .factory else { return .milliseconds(65) }
    return .milliseconds(isOlder ? 600 : 300)
  }

  /// The serial line to the radio, at 9600 baud, and the most bytes in one notification, where the
  /// link's MTU allows them: 20 by a UM's bridge, a whole frame by a TC66C's. The documented TC66C has
  /// no such line: its value is there at once.
  public var line: SerialLine {
    guard model == .tc66c else { return SerialLine() }
    return SerialLine(
      baud: profile == .factory ? 9600 : nil, pieceByteCount: TC66Frame.byteCount)
  }

  /// How often the meter measures: a UM on sale every 500 ms. How often a TC66C does is not known,
  /// and the documents say nothing; they measure afresh for each frame.
  public var samplingInterval: Duration? {
    profile == .factory && model != .tc66c ? .milliseconds(500) : nil
  }

  /// The largest ATT MTU that the radio agrees to: 253 by the newer TC66C's data sheet. The others'
  /// are not known.
  public var largestMTUBytes: Int? {
    profile == .factory && model == .tc66c && !isOlder ? 253 : nil
  }
}
