// A rule in force, and how often it struck.

import Records

/// A rule in force. Each time it strikes there is a record `fault.fired` with the packet.
public final class InstalledRule {
  /// What it does.
  public let rule: AirRule
  /// How many packets it struck.
  public private(set) var firings = 0
  /// Whether it was taken out of force.
  public private(set) var isLifted = false

  /// What it does to discoveries, where it does.
  let discoveryFilter: DiscoveryFilter?
  /// The randomness of what it does to the time that things take.
  var random: SeededGenerator

  private unowned let air: Air
  private var passed = 0
  private var claimed = 0

  init(_ rule: AirRule, air: Air) {
    self.rule = rule
    self.air = air
    if case .change(let change) = rule.action {
      discoveryFilter = DiscoveryFilter(change)
    } else {
      discoveryFilter = nil
    }
    if case .slow(let slowness) = rule.action {
      random = SeededGenerator(seed: slowness.seed)
    } else {
      random = SeededGenerator(seed: 0)
    }
  }

  /// Takes it out of force. What it did stays done; who was out of range can be heard again.
  public func lift() {
    guard !isLifted else { return }
    isLifted = true
    air.remove(self)
  }

  /// Takes one of the occasions that the rule has; whether there was one left.
  func claim() -> Bool {
    guard !isLifted, claimed < rule.times ?? .max else { return false }
    if passed < rule.skipping {
      passed += 1
      return false
    }
    claimed += 1
    return true
  }

  /// Gives an occasion back that came to nothing.
  func release() { claimed -= 1 }

  /// Records that it struck this packet.
  func fire(_ packet: [UInt8], adapter: RadioAdapter, link: Link? = nil) {
    firings += 1
    air.record(
      "fault.fired", adapter: adapter, link: link,
      details: ["fault": .text(rule.id), "verb": .text(rule.verb)], bytes: packet)
  }
}
