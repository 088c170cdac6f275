// Where rules strike: at LE Create Connection, at advertisements, at what is out of range, and at
// once.

extension Air {
  /// Puts a rule into force. Rules are asked in the order of their installation; the first that
  /// strikes a packet has it.
  @discardableResult
  public func install(_ rule: AirRule) -> InstalledRule {
    let installed = InstalledRule(rule, air: self)
    rules.append(installed)
    switch rule.action {
    case .outOfRange: rangeChanged()
    case .show: radioChanged()
    case .disconnect(let reason): disconnect(installed, reason: reason)
    case .say(let word, let interval): say(word, every: interval, by: installed)
    case .setParameters(let parameters): setParameters(parameters, by: installed)
    default: break
    }
    return installed
  }

  func remove(_ installed: InstalledRule) {
    rules.removeAll { $0 === installed }
    switch installed.rule.action {
    case .outOfRange: rangeChanged()
    case .show: radioChanged()
    default: break
    }
  }

  // MARK: Connecting

  /// The status with which a rule refuses LE Create Connection; nil without one.
  func refuseByRule(
    central: RadioAdapter, peripheral: RadioAdapter, _ command: HCICommand
  ) -> UInt8? {
    for installed in rules {
      guard case .failConnection(let status) = installed.rule.action,
        status != HCIStatus.failedToBeEstablished,
        installed.rule.links.matches(central: central, peripheral: peripheral), installed.claim()
      else { continue }
      installed.fire(HCICommand.packet(command.code, command.parameters), adapter: central)
      return status
    }
    return nil
  }

  /// The rule by which a link that is being made fails to be established.
  func failureByRule(_ link: Link) -> InstalledRule? {
    rules.first { installed in
      installed.rule.action == .failConnection(status: HCIStatus.failedToBeEstablished)
        && installed.rule.links.matches(link) && installed.claim()
    }
  }

  /// A link ended for the central, by this event.
  func noteEnd(_ link: Link, reason: UInt8, _ event: [UInt8]) {
    let central = link.central.adapter
    if let failure = link.failure {
      central.attempts.end(.failed, status: reason)
      failure.fire(event, adapter: central, link: link)
    } else if reason == HCIStatus.connectionTimeout {
      outOfRangeRule(central: central, peripheral: link.peripheral.adapter)?
        .fire(event, adapter: central, link: link)
    }
  }

  private func disconnect(_ installed: InstalledRule, reason: UInt8) {
    for link in links where installed.rule.links.matches(link) && installed.claim() {
      let event = HCIEvent.disconnected(handle: link.central.handle, reason: reason)
      end(link, central: reason, peripheral: Self.reasonAcross(reason))
      installed.fire(event, adapter: link.central.adapter, link: link)
    }
  }

  /// What the peripheral is told where the central is told this: the one who hangs up has 0x16,
  /// and what happens to a link happens to both ends.
  private static func reasonAcross(_ reason: UInt8) -> UInt8 {
    switch reason {
    case HCIStatus.remoteUserTerminated, HCIStatus.remoteLowResources, HCIStatus.remotePowerOff:
      HCIStatus.localHostTerminated
    case HCIStatus.localHostTerminated: HCIStatus.remoteUserTerminated
    default: reason
    }
  }

  // MARK: Range

  /// The rule by which two do not hear each other.
  func outOfRangeRule(central: RadioAdapter, peripheral: RadioAdapter) -> InstalledRule? {
    rules.first {
      $0.rule.action == .outOfRange
        && $0.rule.links.matches(central: central, peripheral: peripheral)
    }
  }

  /// An advertisement was not heard. Recorded once for each time that the listener began.
  func noteUnheard(_ report: [UInt8], _ hearing: Hearing) {
    guard let rule = outOfRangeRule(central: hearing.listener, peripheral: hearing.advertiser)
    else { return }
    note(rule, report, hearing)
  }

  /// A frame did not arrive, for now.
  func noteHeld(_ frame: L2CAPFrame, _ link: Link) {
    outOfRangeRule(central: link.central.adapter, peripheral: link.peripheral.adapter)?
      .fire(frame.packets.flatMap(\.payload), adapter: link.central.adapter, link: link)
  }

  // MARK: Advertising

  /// What the rules in force make of an adapter's advertising, in their order.
  func advertisingChanges(
    of adapter: RadioAdapter
  ) -> [(rule: InstalledRule, change: AdvertisingChange)] {
    rules.compactMap { installed in
      guard case .show(let change) = installed.rule.action,
        installed.rule.links.matches(peripheral: adapter)
      else { return nil }
      return (installed, change)
    }
  }

  /// An advertisement was heard as the rules have it, or not at all. Recorded once for each rule and
  /// each time that the listener began.
  func noteShown(_ report: [UInt8], _ hearing: Hearing) {
    for installed in hearing.advertiser.effectiveAdvertisingRules
    where installed.rule.links.matches(central: hearing.listener, peripheral: hearing.advertiser) {
      note(installed, report, hearing)
    }
  }

  /// The strength of a peer was asked for, which a rule may have changed.
  func noteStrength(of peer: RadioAdapter, on link: Link) {
    for installed in peer.effectiveAdvertisingRules where installed.rule.links.matches(link) {
      if case .show(.strength(let rssi)) = installed.rule.action {
        installed.fire([UInt8(bitPattern: rssi)], adapter: link.central.adapter, link: link)
      }
    }
  }

  private func note(_ rule: InstalledRule, _ report: [UInt8], _ hearing: Hearing) {
    guard hearing.noted.insert(ObjectIdentifier(rule)).inserted else { return }
    rule.fire(report, adapter: hearing.listener)
  }
}

extension LinkSelector {
  func matches(_ link: Link) -> Bool {
    matches(central: link.central.adapter, peripheral: link.peripheral.adapter)
  }
}
