// What a decoder must hold to whatever bytes it is given. libFuzzer calls these checks with bytes of
// its own making, and the tests with those that are kept in Inputs.

/// A decoder with what it must hold to.
public struct DecoderCheck: Sendable {
  /// Its name on the command line, and that of its folder in Inputs.
  public let name: String
  /// What is decoded, and what must hold, in one line.
  public let summary: String
  /// Bytes to begin with: what well-formed input looks like.
  public let seeds: @Sendable () throws -> [[UInt8]]
  /// Decodes the bytes; throws what does not hold.
  public let check: @Sendable ([UInt8]) throws -> Void

  /// Those of what meters send and are told. They stand in a module that needs nothing but the protocols:
  /// libFuzzer looks through the counters of all code of its program after each input.
  public static let frames = [umFrame, umRemarks, tc66Frame, documentedValue, commands]

  /// A check of this name.
  public init(
    name: String, summary: String, seeds: @escaping @Sendable () throws -> [[UInt8]],
    check: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    (self.name, self.summary, self.seeds, self.check) = (name, summary, seeds, check)
  }
}

/// What does not hold.
public struct BrokenPromise: Error, CustomStringConvertible {
  /// What, in one line.
  public let description: String

  /// With what does not hold.
  public init(description: String) {
    self.description = description
  }
}

/// Throws when something does not hold.
@inlinable
public func promise(_ holds: Bool, _ what: @autoclosure () -> String) throws(BrokenPromise) {
  guard holds else { throw BrokenPromise(description: what()) }
}
