// What is sent and what is listened for, without libdbus in it.

/// A method call to be made.
public struct MethodCall: Sendable {
  /// The bus name that is called.
  public var destination: String
  /// The object.
  public var path: String
  /// The interface of the method.
  public var interface: String
  /// The method.
  public var member: String
  /// What is handed over.
  public var arguments: [BusValue]

  /// A call of a method.
  public init(
    destination: String, path: String, interface: String, member: String,
    arguments: [BusValue] = []
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}

/// A signal, received or to be sent.
public struct Signal: Sendable {
  /// The sender's unique name, empty in a signal to be sent.
  public var sender: String
  /// The object.
  public var path: String
  /// The interface of the signal.
  public var interface: String
  /// The signal.
  public var member: String
  /// What it carries.
  public var arguments: [BusValue]

  /// A signal to be sent.
  public init(path: String, interface: String, member: String, arguments: [BusValue] = []) {
    sender = ""
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }

  init(
    sender: String, path: String, interface: String, member: String, arguments: [BusValue]
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}

/// Which signals are wanted; what is nil is not asked about.
public struct SignalRule: Sendable {
  /// The sender's bus name. The bus resolves a well-known name; the signals then come with the
  /// unique name, which the receiver compares if it has reason to distrust others on the bus.
  public var sender: String
  /// The object.
  public var path: String?
  /// The interface.
  public var interface: String?
  /// The signal.
  public var member: String?
  /// The first argument, a string.
  public var firstArgument: String?

  /// A rule. None without a sender: nobody wants the signals of the whole bus.
  public init(
    sender: String, path: String? = nil, interface: String? = nil, member: String? = nil,
    firstArgument: String? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
    self.firstArgument = firstArgument
  }

  /// The rule as AddMatch takes it.
  var match: String {
    let parts: [(String, String?)] = [
      ("type", "signal"), ("sender", sender), ("path", path), ("interface", interface),
      ("member", member), ("arg0", firstArgument),
    ]
    return parts.compactMap { key, value in value.map { "\(key)='\(Self.escaped($0))'" } }
      .joined(separator: ",")
  }

  /// An apostrophe ends the quoted value; outside of quotes, \' stands for one.
  private static func escaped(_ value: String) -> String {
    value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
  }

  /// Whether the signal is one of those; a well-known sender is the bus's business.
  func matches(_ signal: Signal) -> Bool {
    if sender.hasPrefix(":") || sender == "org.freedesktop.DBus" {
      guard signal.sender == sender else { return false }
    }
    return (path ?? signal.path) == signal.path
      && (interface ?? signal.interface) == signal.interface
      && (member ?? signal.member) == signal.member
      && (firstArgument == nil || signal.arguments.first?.string == firstArgument)
  }
}
