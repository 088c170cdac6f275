// Where rules strike: at LE Create Connection, at advertisements, at data, and at once.

extension Air {
  /// Puts a rule into force. Rules are asked in the order of their installation; the first that
  /// strikes a packet has it.
  @discardableResult
  public func install(_ rule: AirRule) -> InstalledRule {
    let installed = InstalledRule(rule, air: self)
    rules.append(installed)
    switch rule.action {
    case .outOfRange: rangeChanged()
    case .disconnect(let reason): disconnect(installed, reason: reason)
    default: break
    }
    return installed
  }

  func remove(_ installed: InstalledRule) {
    rules.removeAll { $0 === installed }
    if installed.rule.action == .outOfRange { rangeChanged() }
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
    guard
      let rule = outOfRangeRule(central: hearing.listener, peripheral: hearing.advertiser),
      hearing.unheardBy.insert(ObjectIdentifier(rule)).inserted
    else { return }
    rule.fire(report, adapter: hearing.listener)
  }

  /// A frame did not arrive, for now.
  func noteHeld(_ frame: L2CAPFrame, _ link: Link) {
    outOfRangeRule(central: link.central.adapter, peripheral: link.peripheral.adapter)?
      .fire(frame.packets.flatMap(\.payload), adapter: link.central.adapter, link: link)
  }

  // MARK: Attributes

  /// Whether a rule keeps an attribute PDU from arriving.
  func isStopped(_ pdu: [UInt8], on link: Link, from sender: LinkEnd) -> Bool {
    let receiver = link.end(across: sender)
    if let rule = receiver.swallowing, let request = receiver.outstanding,
      ATT.answered(by: pdu) == request.first
    {
      receiver.swallowing = nil
      if rule.isLifted { return false }
      receiver.outstanding = nil
      rule.fire(pdu, adapter: sender.adapter, link: link)
      return true
    }
    for installed in rules where installed.rule.links.matches(link) {
      if strike(installed, pdu, on: link, from: sender) { return true }
    }
    return false
  }

  private func strike(
    _ installed: InstalledRule, _ pdu: [UInt8], on link: Link, from sender: LinkEnd
  ) -> Bool {
    let receiver = link.end(across: sender)
    let isFromCentral = sender === link.central
    switch installed.rule.action {
    case .drop(let opcodes, let direction):
      guard isFromCentral == (direction == .toPeripheral),
        pdu.first.map(opcodes.contains) ?? false, installed.claim()
      else { return false }
      installed.fire(pdu, adapter: sender.adapter, link: link)
      return true
    case .dropAnswer(let selector):
      guard isFromCentral, sender.swallowing == nil,
        selector.matches(pdu, receiver.adapter.attributes), installed.claim()
      else { return false }
      sender.swallowing = installed
      return false
    case .refuse(let selector, let error):
      guard isFromCentral, selector.matches(pdu, receiver.adapter.attributes), installed.claim()
      else { return false }
      installed.fire(pdu, adapter: sender.adapter, link: link)
      let refusal = ATT.error(error, to: sender.written ?? pdu)
      recordAttribute(refusal, on: link, from: receiver)
      deliver(L2CAPFrame(attribute: refusal), on: link, from: receiver)
      return true
    case .failConnection, .outOfRange, .disconnect: return false
    }
  }
}

extension LinkSelector {
  func matches(_ link: Link) -> Bool {
    matches(central: link.central.adapter, peripheral: link.peripheral.adapter)
  }
}
