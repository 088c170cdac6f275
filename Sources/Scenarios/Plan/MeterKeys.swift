// The keys of a meter in a scenario file. What the sources do not know of the real meters is said to
// be ours, here as in the code.

import MeterEmulator
import SharedProtocols

/// The mappings of `meters:`.
enum MeterKeys {
  /// From the smallest ATT MTU there is to bluetoothd's largest.
  static let mtuBytes = 23...517
  /// Up to the longest frame.
  static let pieceBytes = 1...TC66Frame.byteCount
  /// What legacy advertising allows (Core specification 5.3, Vol 6 Part B 4.4.2.2).
  static let interval = Duration.milliseconds(20)...Duration.milliseconds(10_240)

  static let meter = Mapping(
    "a meter",
    [
      Key(
        "model",
        Form(
          Form.words(MeterModel.self).text, .names(MeterModel.allCases.map(\.rawValue))),
        isRequired: true,
        "Which meter it is, in any case of letters."),
      Key(
        "profile", .words(MeterProfile.self),
        "Which description of its Bluetooth side holds: the protocol documents', or what meters on "
          + "sale do. `\(MeterProfile.documented.rawValue)` if not said."),
      Key(
        "firmware", Form("a version such as `1.14`", .text),
        "Of a factory TC66C: up to `\(TC66Firmware.lastOlder)` it has the older radio (FFE0 and FFE5, "
          + "`\(name(.tc66c, .lastOlder))`), from `1.15` on the newer (FFE0, "
          + "`\(name(.tc66c, .published))`); `\(TC66Firmware.published)` if not said."),
      Key(
        "name", Form("text of at most \(MeterAnnouncement.longestNameBytes) bytes", .text),
        "What it advertises. If not said: documented `UM25C-\(MeterDefaults.nameSuffix)` and so on, "
          + "`TC66-\(MeterDefaults.nameSuffix)`; factory the bare model, of a TC66C what its radio "
          + "has."),
      Key(
        "load", Form("a load", .defined(.load)),
        "What is plugged into it at the start; 5 V and no current if not said."),
      Key(
        "replyDelay", .time,
        "From a request to the first byte of the answer on the meter's serial line. If not said, "
          + "\(replyDelay(.um25c, .factory)) for a UM, so that with the line's 135 ms its answer takes "
          + "200 ms in all; of a factory TC66C \(replyDelay(.tc66c, .factory, .lastOlder)) with the "
          + "older radio, \(replyDelay(.tc66c, .factory)) with the newer, and the line's 200 ms."),
      Key(
        "pieceBytes", .integer(pieceBytes),
        "The most bytes of a frame in one notification; the link's MTU may allow fewer. If not said, "
          + "\(pieces(.um25c)) for a UM and all \(pieces(.tc66c)) for a TC66C."),
      Key(
        "samplingInterval", .time,
        "How often it measures: between, it repeats itself. `0s` is a fresh value in each frame. If "
          + "not said, 500 ms for a factory UM; for the others it is not known, and `0s` is ours."),
      Key(
        "mtu", .integer(mtuBytes),
        "The largest ATT MTU that it agrees to. If not said, 253 for a factory TC66C with the newer "
          + "radio; for the others it is not known, and \(mtuBytes.upperBound) is ours."),
      Key(
        "refusesWriteRequests", .flag,
        "Of a factory TC66C with the newer radio: whether Write Requests get the ATT error 0x03, as "
          + "some were seen to do. `false` if not said."),
      Key(
        "wrappedCommands", .flag,
        "Of a factory UM24C: whether it takes its commands in the frames of a look-alike (`FF 55 11 "
          + "03` and so on), and no others. `false` if not said."),
      Key("advertising", Form("a mapping", .mapping(advertising)), "How it advertises."),
    ] + SettingKey.all.map(\.key))

  static let advertising = Mapping(
    "advertising",
    [
      Key(
        "name", .words(AdvertisingStyle.NamePlace.self),
        "Where the name stands; in the advertisement it gives way to the scan response where it does "
          + "not fit. `\(style.name.rawValue)` if not said."),
      Key(
        "flags", .integer(0...255),
        "The advertisement's flags: `0x06`, which holds if not said, or `0x02` of a radio that has "
          + "BR/EDR too."),
      Key(
        "interval", Form("time, 20 ms to 10.24 s", .time),
        "From one advertisement to the next; \(style.interval.text) if not said."),
      Key(
        "silentWhileConnected", .flag,
        "Whether it is silent while a central is connected; `\(style.isSilentWhileConnected)` if not "
          + "said."),
    ])

  private static let style = AdvertisingStyle()

  private static func name(_ model: MeterModel, _ firmware: TC66Firmware) -> String {
    MeterDefaults(model: model, profile: .factory, firmware: firmware).name(suffix: "")
  }

  private static func replyDelay(
    _ model: MeterModel, _ profile: MeterProfile, _ firmware: TC66Firmware = .published
  ) -> String {
    MeterDefaults(model: model, profile: profile, firmware: firmware).replyDelay.text
  }

  private static func pieces(_ model: MeterModel) -> Int {
    MeterDefaults(model: model, profile: .factory).line.pieceByteCount
  }
}
