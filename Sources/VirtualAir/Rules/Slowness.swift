// How long the way across is.

import Records

/// How much longer it takes for data to arrive. Nothing is lost for good on a link: what a radio
/// misses is sent again at the next connection event, and what follows waits.
public struct Slowness: Sendable, Equatable {
  /// Added to the time of everything.
  public var latency: Duration
  /// Added at random, from nothing to this.
  public var jitter: Duration
  /// How many of a hundred transmissions the other end misses, 0 to 99.
  public var lossPercent: Int
  /// What the random numbers follow from.
  public var seed: UInt64

  /// A way without hindrance, but for what is said here.
  public init(
    latency: Duration = .zero, jitter: Duration = .zero, lossPercent: Int = 0, seed: UInt64 = 1
  ) {
    self.latency = latency
    self.jitter = jitter
    self.lossPercent = lossPercent
    self.seed = seed
  }

  /// The delay of one frame on a link of this interval.
  func delay(interval: Duration, using random: inout SeededGenerator) -> Duration {
    var delay = latency
    if jitter > .zero {
      let longest =
        jitter.components.seconds * 1_000_000_000 + jitter.components.attoseconds / 1_000_000_000
      delay += .nanoseconds(Int64.random(in: 0...longest, using: &random))
    }
    while lossPercent > 0, Int.random(in: 0..<100, using: &random) < lossPercent {
      delay += interval
    }
    return delay
  }
}

extension Air {
  /// A frame sets out: it arrives at once, or when the rules let it. The order is kept.
  func send(_ frame: L2CAPFrame, on link: Link, from sender: LinkEnd) {
    let arrival = arrivalByRules(frame, on: link, from: sender)
    guard arrival > scheduler.now else { return arrive(frame, on: link, from: sender) }
    sender.lastArrival = arrival
    scheduler.after(arrival - scheduler.now) { [weak self, weak link, weak sender] in
      guard let self, let link, let sender else { return }
      arrive(frame, on: link, from: sender)
    }
  }

  private func arrivalByRules(
    _ frame: L2CAPFrame, on link: Link, from sender: LinkEnd
  ) -> VirtualTime {
    var arrival = scheduler.now
    for installed in rules where installed.rule.links.matches(link) {
      guard case .slow(let slowness) = installed.rule.action else { continue }
      let delay = slowness.delay(
        interval: link.parameters.intervalDuration, using: &installed.random)
      guard delay > .zero else { continue }
      if slowness.lossPercent > 0, delay >= link.parameters.supervisionDuration {
        // Missed again and again: the link is lost before the frame gets through.
        loseForSilence(link, installed)
      }
      arrival = arrival + delay
      installed.fire(
        frame.packets.flatMap(\.payload), adapter: sender.adapter, link: link)
    }
    // What was sent later never arrives earlier.
    return max(arrival, sender.lastArrival ?? arrival)
  }

  private func loseForSilence(_ link: Link, _ installed: InstalledRule) {
    guard link.ending == nil else { return }
    link.ending = scheduler.after(link.parameters.supervisionDuration) { [weak self, weak link] in
      guard let self, let link else { return }
      end(link, reason: HCIStatus.connectionTimeout)
    }
  }
}
