// How links begin and end.

import Records

extension Air {
  /// The error with which LE Create Connection is refused; nil when it may go ahead.
  func refusal(
    of request: ConnectionRequest, by central: RadioAdapter, _ command: HCICommand
  ) -> UInt8? {
    if central.request != nil { return HCIStatus.commandDisallowed }
    guard let peer = request.peer,
      let peripheral = adapters.first(where: { $0 !== central && $0.shownAddress == peer })
    else { return nil }
    if central.links.values.contains(where: {
      $0.central.adapter === central && $0.peripheral.adapter === peripheral
    }) {
      return HCIStatus.connectionExists
    }
    return refuseByRule(central: central, peripheral: peripheral, command)
  }

  /// Connects a central that waits for it to a peripheral that it heard.
  func connect(_ central: RadioAdapter, to peripheral: RadioAdapter) {
    guard let request = central.request,
      let centralAddress = central.ownAddress(isRandom: request.usesRandomAddress)
        ?? central.ownAddress(isRandom: false),
      let peripheralAddress = peripheral.shownAddress
    else { return }
    central.request = nil
    let (parameters, parameterRules) = parametersByRules(
      request.parameters, central: central, peripheral: peripheral)
    linksMade += 1
    let link = Link(
      number: linksMade, central: LinkEnd(adapter: central, handle: central.takeHandle()),
      peripheral: LinkEnd(adapter: peripheral, handle: peripheral.takeHandle()),
      parameters: parameters)
    central.links[link.central.handle] = link
    peripheral.links[link.peripheral.handle] = link
    link.failure = failureByRule(link)
    tell(link.central, of: link, role: 0, peer: peripheralAddress)
    tell(link.peripheral, of: link, role: 1, peer: centralAddress)
    peripheral.stopControllerAdvertising()
    for installed in parameterRules {
      installed.fire(parameters.bytes, adapter: central, link: link)
    }
    if link.failure != nil {
      // A link counts as established once a packet came within six intervals (Vol 6 Part B 4.5).
      link.ending = scheduler.after(link.parameters.intervalDuration * 6) {
        [weak self, weak link] in
        if let self, let link { end(link, reason: HCIStatus.failedToBeEstablished) }
      }
    } else {
      central.attempts.end(.connected, status: HCIStatus.success)
      beginUnasked(on: link)
    }
    // Last, because a listener to the records may act on the link.
    recordConnected(link, at: link.central, peer: peripheralAddress)
    recordConnected(link, at: link.peripheral, peer: centralAddress)
    radioChanged()
  }

  private func tell(_ end: LinkEnd, of link: Link, role: UInt8, peer: RadioAddress) {
    end.adapter.toHost(
      HCIEvent.connected(
        status: HCIStatus.success, handle: end.handle, role: role, peer: peer,
        parameters: link.parameters))
  }

  private func recordConnected(_ link: Link, at end: LinkEnd, peer: RadioAddress) {
    record(
      "connected", adapter: end.adapter, link: link,
      details: [
        "peer": .integer(link.end(across: end).adapter.index),
        "address": .text(peer.address.description),
      ])
  }

  /// Ends a link with one reason for both ends.
  func end(_ link: Link, reason: UInt8) {
    end(link, central: reason, peripheral: reason)
  }

  /// Ends a link; each end's host is told its reason, unless it forgot the link before.
  func end(_ link: Link, central: UInt8, peripheral: UInt8) {
    link.ending?.cancel()
    link.ending = nil
    link.mtuAnswerDue?.cancel()
    link.held = []
    var told: [(end: LinkEnd, reason: UInt8, event: [UInt8])] = []
    for (end, reason) in [(link.central, central), (link.peripheral, peripheral)] {
      end.swallowing?.release()
      end.swallowing = nil
      guard end.adapter.links[end.handle] === link else { continue }
      end.adapter.links[end.handle] = nil
      let event = HCIEvent.disconnected(handle: end.handle, reason: reason)
      end.adapter.toHost(event)
      told.append((end, reason, event))
    }
    for (end, reason, event) in told {
      record(
        "disconnected", adapter: end.adapter, link: link,
        details: ["reason": .integer(Int(reason))])
      if end === link.central { noteEnd(link, reason: reason, event) }
    }
    radioChanged()
  }

  /// A host gives its link up.
  func leave(_ link: Link, from end: LinkEnd, reason: UInt8) {
    guard isReachable(link) else {
      // The other end will not hear of it: the link lasts until its supervision timeout.
      link.leaving = end
      return
    }
    let local = HCIStatus.localHostTerminated
    if end === link.central {
      self.end(link, central: local, peripheral: reason)
    } else {
      self.end(link, central: reason, peripheral: local)
    }
  }

  /// An adapter forgets a link without a word; the other end finds out by its timeout.
  func sever(_ link: Link, from adapter: RadioAdapter) {
    adapter.links[link.end(of: adapter).handle] = nil
    record(
      "disconnected", adapter: adapter, link: link,
      details: ["reason": .integer(Int(HCIStatus.localHostTerminated))])
    link.isSevered = true
    superviseLinks()
  }
}
