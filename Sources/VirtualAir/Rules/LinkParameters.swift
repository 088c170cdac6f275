// Parameters that a link is made to have, whatever its central asked for.

/// The parameters of a link that are set; nil leaves the central's.
public struct LinkParameters: Sendable, Equatable {
  /// From one connection event to the next, in steps of 1.25 ms.
  public var interval: Duration?
  /// How many connection events the peripheral may skip.
  public var latencyEvents: Int?
  /// How long a silent link lasts, in steps of 10 ms.
  public var supervisionTimeout: Duration?

  /// The parameters that are given. An interval is from 7.5 ms to 4 s, a latency to 499 events, a
  /// timeout from 100 ms to 32 s (Core specification 5.3, Vol 4 Part E 7.8.18).
  public init(
    interval: Duration? = nil, latencyEvents: Int? = nil, supervisionTimeout: Duration? = nil
  ) {
    self.interval = interval
    self.latencyEvents = latencyEvents
    self.supervisionTimeout = supervisionTimeout
  }

  func applied(to parameters: ConnectionParameters) -> ConnectionParameters {
    var parameters = parameters
    if let interval { parameters.interval = UInt16(clamping: Int(interval / .microseconds(1250))) }
    if let latencyEvents { parameters.latency = UInt16(clamping: latencyEvents) }
    if let supervisionTimeout {
      parameters.supervisionTimeout = UInt16(clamping: Int(supervisionTimeout / .milliseconds(10)))
    }
    return parameters
  }
}

extension Air {
  /// The parameters of a link that is being made, as the rules have them, with the rules that did it.
  func parametersByRules(
    _ wanted: ConnectionParameters, central: RadioAdapter, peripheral: RadioAdapter
  ) -> (ConnectionParameters, [InstalledRule]) {
    var parameters = wanted
    var done: [InstalledRule] = []
    for installed in rules {
      guard case .setParameters(let set) = installed.rule.action,
        installed.rule.links.matches(central: central, peripheral: peripheral)
      else { continue }
      let changed = set.applied(to: parameters)
      if changed != parameters { done.append(installed) }
      parameters = changed
    }
    return (parameters, done)
  }

  /// The links that there are get the parameters of a rule that was installed.
  func setParameters(_ set: LinkParameters, by installed: InstalledRule) {
    for link in links where installed.rule.links.matches(link) && link.failure == nil {
      let parameters = set.applied(to: link.parameters)
      guard parameters != link.parameters else { continue }
      link.parameters = parameters
      for end in [link.central, link.peripheral] {
        let event = HCIEvent.connectionUpdated(handle: end.handle, parameters)
        end.adapter.toHost(event)
        if end === link.central { installed.fire(event, adapter: end.adapter, link: link) }
      }
    }
  }
}
