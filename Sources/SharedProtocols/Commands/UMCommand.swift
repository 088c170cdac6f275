// What a UM meter on sale is told: one byte, no checksum, no answer but to the first.

/// A factory command of the UM series, as libsigrok and the published clients have them.
public enum UMCommand: Sendable, Hashable {
  /// F0: send a frame.
  case sendFrame
  /// F1: show the next screen.
  case nextScreen
  /// F2: turn the display.
  case rotateScreen
  /// F3 of a UM25C and UM34C: show the screen before.
  case previousScreen
  /// F3 of a UM24C: count into the next data group.
  case nextGroup
  /// F4: empty the selected data group.
  case clearGroup
  /// A0 to A9 of a UM25C and UM34C: count into the group of this number.
  case selectGroup(Int)
  /// B0 to CE: record from so many hundredths of an ampere on, 0 to 30.
  case setRecordingThreshold(centiamperes: Int)
  /// D0 to D5: brightness.
  case setBacklight(level: Int)
  /// E0 to E9: minutes until the display goes dark, 0 for never.
  case setScreenTimeout(minutes: Int)

  /// What the byte means to the model; nil when it means nothing.
  public init?(byte: UInt8, model: UMModel) {
    switch byte {
    case 0xF0: self = .sendFrame
    case 0xF1: self = .nextScreen
    case 0xF2: self = .rotateScreen
    case 0xF3: self = model == .um24c ? .nextGroup : .previousScreen
    case 0xF4: self = .clearGroup
    case 0xA0...0xA9 where model != .um24c: self = .selectGroup(Int(byte - 0xA0))
    case 0xB0...0xCE: self = .setRecordingThreshold(centiamperes: Int(byte - 0xB0))
    case 0xD0...0xD5: self = .setBacklight(level: Int(byte - 0xD0))
    case 0xE0...0xE9: self = .setScreenTimeout(minutes: Int(byte - 0xE0))
    default: return nil
    }
  }

  /// The byte that tells the model this.
  public func byte(for model: UMModel) throws(CommandEncodingError) -> UInt8 {
    switch self {
    case .sendFrame: return 0xF0
    case .nextScreen: return 0xF1
    case .rotateScreen: return 0xF2
    case .previousScreen:
      guard model != .um24c else { throw .unknown(to: model) }
      return 0xF3
    case .nextGroup:
      guard model == .um24c else { throw .unknown(to: model) }
      return 0xF3
    case .clearGroup: return 0xF4
    case .selectGroup(let number):
      guard model != .um24c else { throw .unknown(to: model) }
      return try Self.byte(0xA0, number, limit: 9)
    case .setRecordingThreshold(let centiamperes):
      return try Self.byte(0xB0, centiamperes, limit: 30)
    case .setBacklight(let level): return try Self.byte(0xD0, level, limit: 5)
    case .setScreenTimeout(let minutes): return try Self.byte(0xE0, minutes, limit: 9)
    }
  }

  private static func byte(
    _ base: UInt8, _ number: Int, limit: Int
  ) throws(CommandEncodingError) -> UInt8 {
    guard (0...limit).contains(number) else { throw .outOfRange(value: number, limit: limit) }
    return base + UInt8(number)
  }

  /// The command as records name it.
  public var name: String {
    switch self {
    case .sendFrame: "measurement"
    case .nextScreen: "nextScreen"
    case .rotateScreen: "rotateScreen"
    case .previousScreen: "previousScreen"
    case .nextGroup: "nextGroup"
    case .clearGroup: "clearGroup"
    case .selectGroup: "selectGroup"
    case .setRecordingThreshold: "recordingThreshold"
    case .setBacklight: "backlight"
    case .setScreenTimeout: "screenTimeout"
    }
  }
}

/// Why a command has no byte.
public enum CommandEncodingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The model has no such command.
  case unknown(to: UMModel)
  /// The command's number is not from 0 to the limit.
  case outOfRange(value: Int, limit: Int)

  /// One line that names what is not possible.
  public var description: String {
    switch self {
    case .unknown(let model): "a \(model.rawValue) has no such command"
    case .outOfRange(let value, let limit): "the command takes 0 to \(limit), not \(value)"
    }
  }
}
