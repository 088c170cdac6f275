// What a TC66C is told: words in ASCII.

/// A command of the TC66C, as its published clients have them. Over Bluetooth each begins with a `b`
/// and ends with CR LF; over USB neither is needed, and CR LF may follow.
public enum TC66Command: String, Sendable, Hashable, CaseIterable {
  /// Send a frame of 192 bytes.
  case sendFrame = "getva"
  /// Show the screen before.
  case previousScreen = "lastp"
  /// Show the next screen.
  case nextScreen = "nextp"
  /// Turn the display.
  case rotateScreen = "rotat"
  /// USB only: say `firm` or `boot`.
  case query
  /// USB only: send the recording.
  case sendRecording = "gtrec"
  /// USB only: begin to take new firmware.
  case update

  /// Where a command comes from.
  public enum Transport: Sendable, Hashable {
    case bluetooth
    case usb
  }

  /// The commands that there are over a transport. Whether the recording can be had over Bluetooth is
  /// not known.
  public static func commands(over transport: Transport) -> [TC66Command] {
    switch transport {
    case .bluetooth: [.sendFrame, .previousScreen, .nextScreen, .rotateScreen]
    case .usb: allCases
    }
  }

  /// The command that the bytes are; nil when they are none that there is over this transport.
  public init?(decoding bytes: some Sequence<UInt8>, over transport: Transport) {
    var text = Array(bytes)
    let hasEnd = text.suffix(2) == Self.end[...]
    if hasEnd { text.removeLast(2) }
    if transport == .bluetooth {
      guard hasEnd, text.first == Self.bluetoothMark else { return nil }
      text.removeFirst()
    }
    guard
      let command = Self.commands(over: transport).first(where: { text == Array($0.rawValue.utf8) })
    else { return nil }
    self = command
  }

  /// The bytes of the command; nil when the transport has no such command.
  public func encoded(over transport: Transport) -> [UInt8]? {
    guard Self.commands(over: transport).contains(self) else { return nil }
    switch transport {
    case .bluetooth: return [Self.bluetoothMark] + Array(rawValue.utf8) + Self.end
    case .usb: return Array(rawValue.utf8)
    }
  }

  private static let bluetoothMark = UInt8(ascii: "b")
  private static let end: [UInt8] = [0x0D, 0x0A]

  /// The command as records name it.
  public var name: String {
    switch self {
    case .sendFrame: "measurement"
    case .previousScreen: "previousScreen"
    case .nextScreen: "nextScreen"
    case .rotateScreen: "rotateScreen"
    case .query: "query"
    case .sendRecording: "recording"
    case .update: "update"
    }
  }
}
