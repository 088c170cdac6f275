// Where rules strike attribute PDUs.

extension Air {
  /// The PDU as the rules let it arrive now; nil when they keep it, for good or for later.
  func byRules(_ pdu: [UInt8], on link: Link, from sender: LinkEnd) -> [UInt8]? {
    let receiver = link.end(across: sender)
    if let rule = receiver.swallowing, let request = receiver.outstanding,
      ATT.answered(by: pdu) == request.first
    {
      receiver.swallowing = nil
      if !rule.isLifted {
        keep(pdu, by: rule, on: link, from: sender)
        return nil
      }
    }
    var arriving = pdu
    for installed in rules where installed.rule.links.matches(link) {
      guard let left = strike(installed, arriving, on: link, from: sender) else { return nil }
      arriving = left
    }
    return arriving
  }

  /// An answer is kept from the central, as the rule that let its request pass has it.
  private func keep(
    _ answer: [UInt8], by rule: InstalledRule, on link: Link, from sender: LinkEnd
  ) {
    rule.fire(answer, adapter: sender.adapter, link: link)
    guard case .delayAnswer(_, let delay) = rule.rule.action else {
      link.end(across: sender).outstanding = nil
      return
    }
    later(delay, answer, on: link, from: sender)
  }

  private func later(_ delay: Duration, _ pdu: [UInt8], on link: Link, from sender: LinkEnd) {
    scheduler.after(delay) { [weak self, weak link, weak sender] in
      guard let self, let link, let sender else { return }
      release(pdu, on: link, from: sender)
    }
  }

  /// What a rule leaves of a PDU; nil for nothing.
  private func strike(
    _ installed: InstalledRule, _ pdu: [UInt8], on link: Link, from sender: LinkEnd
  ) -> [UInt8]? {
    let server = link.peripheral.adapter.attributes
    let isFromCentral = sender === link.central
    switch installed.rule.action {
    case .treat(let match, let treatment):
      let way = isFromCentral ? LinkDirection.toPeripheral : .toCentral
      guard match.matches(pdu, going: way, server: server), installed.claim() else { return pdu }
      installed.fire(pdu, adapter: sender.adapter, link: link)
      return treat(pdu, treatment, on: link, from: sender)
    case .dropAnswer(let selector), .delayAnswer(let selector, _):
      if isFromCentral, sender.swallowing == nil, selector.matches(pdu, server), installed.claim() {
        sender.swallowing = installed
      }
      return pdu
    case .refuse(let selector, let error):
      guard isFromCentral, selector.matches(pdu, server), installed.claim() else { return pdu }
      refuse(pdu, error, by: installed, on: link)
      return nil
    case .forgetHandles: return isFromCentral ? forgotten(installed, pdu, on: link) : pdu
    case .change: return isFromCentral ? pdu : discovered(installed, pdu, on: link)
    case .limitMTU(let bytes):
      let limited = pdu.agreeing(onMTUBytes: bytes)
      if limited != pdu { installed.fire(pdu, adapter: sender.adapter, link: link) }
      return limited
    default: return pdu
    }
  }

  private func treat(
    _ pdu: [UInt8], _ treatment: PDUTreatment, on link: Link, from sender: LinkEnd
  ) -> [UInt8]? {
    switch treatment {
    case .lose: return nil
    case .delay(let delay):
      later(delay, pdu, on: link, from: sender)
      return nil
    case .replace(let bytes): return bytes
    case .duplicate:
      deliver(L2CAPFrame(attribute: pdu), on: link, from: sender)
      return pdu
    }
  }

  private func refuse(
    _ request: [UInt8], _ error: UInt8, by installed: InstalledRule, on link: Link
  ) {
    installed.fire(request, adapter: link.central.adapter, link: link)
    let refusal = ATT.error(error, to: link.central.written ?? request)
    recordAttribute(refusal, on: link, from: link.peripheral)
    deliver(L2CAPFrame(attribute: refusal), on: link, from: link.peripheral)
  }

  /// A central's PDU to a server that has forgotten its handles: refused where it names one, until
  /// services are discovered anew.
  private func forgotten(
    _ installed: InstalledRule, _ pdu: [UInt8], on link: Link
  ) -> [UInt8]? {
    let server = link.peripheral.adapter.attributes
    if ATTSelector(.serviceDiscovery).matches(pdu, server) {
      installed.lift()
      return pdu
    }
    if PDUMatch.commands(to: nil).matches(pdu, going: .toPeripheral, server: server) {
      installed.fire(pdu, adapter: link.central.adapter, link: link)
      return nil
    }
    let named = [ATTSelector(.read), ATTSelector(.write), ATTSelector(.subscribe)]
    guard named.contains(where: { $0.matches(pdu, server) }) else { return pdu }
    refuse(pdu, ATT.invalidHandle, by: installed, on: link)
    return nil
  }

  /// A server's answer to a discovery as a change has it.
  private func discovered(
    _ installed: InstalledRule, _ pdu: [UInt8], on link: Link
  ) -> [UInt8]? {
    guard let filter = installed.discoveryFilter, let request = link.central.outstanding,
      ATT.answered(by: pdu) == request.first
    else { return pdu }
    switch filter.filter(pdu, to: request) {
    case .same: return pdu
    case .changed(let answer):
      installed.fire(pdu, adapter: link.peripheral.adapter, link: link)
      return answer
    case .askAgain(let request):
      installed.fire(pdu, adapter: link.peripheral.adapter, link: link)
      link.peripheral.adapter.attributes.learn(
        request: link.central.outstanding ?? request, response: pdu)
      link.central.outstanding = request
      deliver(L2CAPFrame(attribute: request), on: link, from: link.central)
      return nil
    }
  }

  /// Whether a PDU confirms an indication that the peripheral's host never sent.
  func isConfirmationOfNothing(_ pdu: [UInt8], from sender: LinkEnd, on link: Link) -> Bool {
    guard sender === link.central, pdu.first == ATT.confirmation,
      link.peripheral.owedConfirmations > 0
    else { return false }
    link.peripheral.owedConfirmations -= 1
    return true
  }
}
