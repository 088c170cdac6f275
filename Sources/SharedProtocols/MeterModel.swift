// Which meters there are, and what tells one from another in their frames.

/// A USB power meter by RDTech that meterloop knows.
public enum MeterModel: String, Sendable, Codable, CaseIterable {
  case um24c = "UM24C"
  case um25c = "UM25C"
  case um34c = "UM34C"
  case tc66c = "TC66C"

  /// The model as one of the UM series, or nil for a TC66C, which speaks another protocol.
  public var um: UMModel? {
    switch self {
    case .um24c: .um24c
    case .um25c: .um25c
    case .um34c: .um34c
    case .tc66c: nil
    }
  }

  /// The model that a person means by `name`, in any case of letters.
  public init?(named name: String) {
    self.init(rawValue: name.uppercased())
  }
}

/// A meter of the UM series: one frame layout, three scales and two rules for the tail.
public enum UMModel: String, Sendable, Codable, CaseIterable {
  case um24c = "UM24C"
  case um25c = "UM25C"
  case um34c = "UM34C"

  /// The first word of each frame, as libsigrok's rdtech-um driver has it.
  public var frameID: UInt16 {
    switch self {
    case .um24c: 0x0963
    case .um25c: 0x09C9
    case .um34c: 0x0D4C
    }
  }

  /// The model whose frames begin with this word, or nil when none does.
  public init?(frameID: UInt16) {
    guard let model = Self.allCases.first(where: { $0.frameID == frameID }) else { return nil }
    self = model
  }

  /// The same model among all meters.
  public var meterModel: MeterModel {
    switch self {
    case .um24c: .um24c
    case .um25c: .um25c
    case .um34c: .um34c
    }
  }
}
