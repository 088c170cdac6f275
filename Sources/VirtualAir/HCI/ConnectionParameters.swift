// How often the two ends of a link meet, and how long they miss each other before it is lost.

/// The parameters of a link in the units of HCI.
struct ConnectionParameters: Equatable {
  /// In 1.25 ms.
  var interval: UInt16
  /// In connection events that the peripheral may skip.
  var latency: UInt16
  /// In 10 ms.
  var supervisionTimeout: UInt16

  /// The time from one connection event to the next.
  var intervalDuration: Duration { .microseconds(1250 * Int(interval)) }

  /// How long a silent link lasts.
  var supervisionDuration: Duration { .milliseconds(10 * Int(supervisionTimeout)) }

  /// From the shortest interval, the longest, the latency and the timeout, as LE Create Connection
  /// and LE Connection Update carry them. The controller may choose any interval between; this one
  /// takes the shortest.
  init?(_ bytes: some Collection<UInt8>) {
    guard let interval = bytes.uint16(at: 0), let latency = bytes.uint16(at: 4),
      let timeout = bytes.uint16(at: 6)
    else { return nil }
    self.init(interval: interval, latency: latency, supervisionTimeout: timeout)
  }

  init(interval: UInt16, latency: UInt16, supervisionTimeout: UInt16) {
    self.interval = interval
    self.latency = latency
    self.supervisionTimeout = supervisionTimeout
  }

  /// Interval, latency and timeout as events carry them.
  var bytes: [UInt8] {
    interval.littleEndian2 + latency.littleEndian2 + supervisionTimeout.littleEndian2
  }
}
