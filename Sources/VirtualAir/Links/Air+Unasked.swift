// What a peripheral does on a new link by itself, where its host would not.

extension Air {
  /// Begins it two connection events after the link, by when both hosts have a channel for it.
  func beginUnasked(on link: Link) {
    let traits = link.peripheral.adapter.serverTraits
    scheduler.after(link.parameters.intervalDuration * 2) { [weak self, weak link] in
      guard let self, let link, link.peripheral.adapter.links[link.peripheral.handle] === link
      else { return }
      if let handle = traits.notifiesUnaskedBy { subscribe(link, by: handle) }
      if let bytes = traits.asksForMTUBytes { askForMTU(UInt16(clamping: bytes), on: link) }
    }
  }

  /// Has the peripheral's host notify the central, where the device would. The write is a command,
  /// which the host does not answer, so that nothing of it comes to the central.
  private func subscribe(_ link: Link, by handle: UInt16) {
    let pdu = [ATT.writeCommand] + handle.littleEndian2 + [1, 0]
    deliver(L2CAPFrame(attribute: pdu), on: link, from: link.central)
  }

  private func askForMTU(_ bytes: UInt16, on link: Link) {
    link.mtuAnswerDue = scheduler.after(ATT.transactionTimeout) { [weak self, weak link] in
      guard let self, let link else { return }
      leave(link, from: link.peripheral, reason: HCIStatus.remoteUserTerminated)
    }
    let frame = L2CAPFrame(attribute: [ATT.exchangeMTU] + bytes.littleEndian2)
    if isReachable(link) {
      carry(frame, on: link, from: link.peripheral)
    } else {
      link.held.append((frame, link.peripheral))
    }
  }

  /// Takes the answers that belong to the peripheral's own question; whether this was one.
  ///
  /// The central's tells the peripheral's host as if the central had asked for that MTU: it is the same
  /// for both, whoever asks. What the host says to that is nobody's.
  func takesMTUAnswer(_ pdu: [UInt8], on link: Link, from sender: LinkEnd) -> Bool {
    guard ATT.answered(by: pdu) == ATT.exchangeMTU else { return false }
    if sender === link.peripheral {
      return link.hostOwesMTUAnswers.isEmpty ? false : !link.hostOwesMTUAnswers.removeFirst()
    }
    guard let due = link.mtuAnswerDue else { return false }
    due.cancel()
    link.mtuAnswerDue = nil
    if pdu.first == ATT.exchangeMTUResponse, pdu.count == 3 {
      link.hostOwesMTUAnswers.append(false)
      deliver(
        L2CAPFrame(attribute: [ATT.exchangeMTU] + pdu[1...]), on: link, from: link.central)
    }
    return true
  }
}
