// Which scenarios of a suite are run, how often, and in which order.

import Records

/// A part of a suite, for machines that share it.
public struct Shard: Sendable, Hashable {
  /// Which part, from 1.
  public let number: Int
  /// Of how many.
  public let count: Int

  /// The part that `2/5` stands for; nil for anything that is none.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1,
      number <= count
    else { return nil }
    self.number = number
    self.count = count
  }
}

/// The order of a suite.
public struct SuiteOrder: Sendable {
  /// The part that is run; nil for all.
  public var shard: Shard?
  /// What the order follows from; nil for that of the files.
  public var shuffleSeed: UInt64?
  /// How often each scenario is run.
  public var repetitions = 1

  /// Everything once, in the order of the files.
  public init() {}

  /// The items in this order. Each shard takes every n-th, so that all shards have some of each folder;
  /// together they have every item once.
  public func arrange<Item>(_ items: [Item]) -> [Item] {
    var chosen = items
    if let shard {
      chosen = items.enumerated().filter { $0.offset % shard.count == shard.number - 1 }
        .map(\.element)
    }
    var arranged = (0..<repetitions).flatMap { _ in chosen }
    if let shuffleSeed {
      var random = SeededGenerator(seed: shuffleSeed)
      arranged.shuffle(using: &random)
    }
    return arranged
  }
}
