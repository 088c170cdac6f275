// Data from one end of a link to the other.

extension Air {
  /// Takes an ACL packet of a host. The host gets its buffer back at once, whatever becomes of the
  /// packet: btvirt offers one, and a host that waits for it sends nothing more on any link.
  func carry(_ packet: ACLPacket, from adapter: RadioAdapter) {
    adapter.toHost(HCIEvent.completedPackets(1, handle: packet.handle))
    guard let link = adapter.links[packet.handle], link.failure == nil else { return }
    let sender = link.end(of: adapter)
    guard let frame = sender.reassembly.take(packet) else { return }
    send(frame, on: link, from: sender)
  }

  /// A frame arrives, unless the two ends do not hear each other.
  func arrive(_ frame: L2CAPFrame, on link: Link, from sender: LinkEnd) {
    guard sender.adapter.links[sender.handle] === link else { return }
    if isReachable(link) {
      carry(frame, on: link, from: sender)
    } else {
      link.held.append((frame, sender))
      noteHeld(frame, link)
    }
  }

  /// Carries a whole frame across, as it came or as the rules have it.
  func carry(_ frame: L2CAPFrame, on link: Link, from sender: LinkEnd) {
    guard frame.channel == L2CAPFrame.attributeChannel else {
      deliver(frame, on: link, from: sender)
      return
    }
    if sender === link.peripheral, takesMTUAnswer(frame.payload, on: link, from: sender) { return }
    let sent = withoutMergedNotifications(frame.payload, on: link, from: sender)
    guard let pdu = recordedByTraits(sent, on: link, from: sender) else { return }
    guard !isConfirmationOfNothing(pdu, from: sender, on: link) else { return }
    if pdu == frame.payload {
      carry(pdu, in: frame, on: link, from: sender)
    } else {
      carry(pdu, in: L2CAPFrame(attribute: pdu), on: link, from: sender)
    }
  }

  private func carry(
    _ pdu: [UInt8], in frame: L2CAPFrame, on link: Link, from sender: LinkEnd
  ) {
    guard let arriving = byRules(pdu, on: link, from: sender) else { return }
    follow(pdu, on: link, from: sender)
    if sender === link.central {
      if takesMTUAnswer(pdu, on: link, from: sender) { return }
      if pdu.first == ATT.exchangeMTU { link.hostOwesMTUAnswers.append(true) }
    }
    deliver(
      arriving == pdu ? frame : L2CAPFrame(attribute: arriving), on: link, from: sender)
  }

  /// A PDU that was held up arrives now.
  func release(_ pdu: [UInt8], on link: Link, from sender: LinkEnd) {
    follow(pdu, on: link, from: sender)
    deliver(L2CAPFrame(attribute: pdu), on: link, from: sender)
  }

  /// Records what travels, and makes of it what the peripheral's traits make of it: what the other
  /// end's host is to get, or nil when it is to get nothing.
  private func recordedByTraits(
    _ pdu: [UInt8], on link: Link, from sender: LinkEnd
  ) -> [UInt8]? {
    let traits = link.peripheral.adapter.serverTraits
    guard sender === link.central else {
      let shown = traits.send(pdu, answering: link.central.written)
      recordAttribute(shown, on: link, from: sender)
      return shown
    }
    recordAttribute(pdu, on: link, from: sender)
    if let code = pdu.first, ATT.isRequest(code) { sender.written = pdu }
    switch traits.receive(pdu) {
    case .pass(let received): return received
    case .ignore: return nil
    case .answer(let answer):
      recordAttribute(answer, on: link, from: link.peripheral)
      deliver(L2CAPFrame(attribute: answer), on: link, from: link.peripheral)
      return nil
    }
  }

  /// Hands a frame to the host at the other end, in the pieces in which it came.
  func deliver(_ frame: L2CAPFrame, on link: Link, from sender: LinkEnd) {
    let receiver = link.end(across: sender)
    guard receiver.adapter.links[receiver.handle] === link else { return }
    for packet in frame.packets {
      receiver.adapter.toHost(packet.received(handle: receiver.handle))
    }
  }

  /// Records an attribute PDU that travels.
  func recordAttribute(_ pdu: [UInt8], on link: Link, from sender: LinkEnd) {
    guard let code = pdu.first else { return }
    record(
      "att", adapter: sender.adapter, link: link,
      details: [
        "direction": sender === link.central ? "toPeripheral" : "toCentral",
        "opcode": .integer(Int(code)),
      ], bytes: pdu)
  }

  /// Keeps account of requests and answers, and learns from them what the server has.
  private func follow(_ pdu: [UInt8], on link: Link, from sender: LinkEnd) {
    let receiver = link.end(across: sender)
    if let code = pdu.first, ATT.isRequest(code) {
      sender.outstanding = pdu
    } else if let answered = ATT.answered(by: pdu), let request = receiver.outstanding,
      request.first == answered
    {
      receiver.outstanding = nil
      sender.adapter.attributes.learn(request: request, response: pdu)
    }
  }

  /// A central's write to Client Supported Features without the bits for merged notifications and
  /// enhanced bearers: BlueZ would delay and merge what a meter sends one by one, and no meter
  /// does.
  private func withoutMergedNotifications(
    _ pdu: [UInt8], on link: Link, from sender: LinkEnd
  ) -> [UInt8] {
    guard pdu.count == 4, pdu[0] == ATT.write, let handle = pdu.uint16(at: 1),
      link.end(across: sender).adapter.attributes.isClientSupportedFeatures(handle)
    else { return pdu }
    return Array(pdu[..<3]) + [pdu[3] & 0x01]
  }
}
