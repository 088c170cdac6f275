// Who can reach whom, and what becomes of the links of those who cannot.

import Records

extension Air {
  /// Whether two radios hear each other, of which the first is (or would be) the peripheral.
  func isReachable(_ peripheral: RadioAdapter, from central: RadioAdapter) -> Bool {
    peripheral.isInRange && central.isInRange
      && outOfRangeRule(central: central, peripheral: peripheral) == nil
  }

  /// Whether the two ends of a link hear each other.
  func isReachable(_ link: Link) -> Bool {
    !link.isSevered && isReachable(link.peripheral.adapter, from: link.central.adapter)
  }

  /// All links, the oldest first.
  var links: [Link] {
    // A severed link is kept by one of its ends only.
    var byNumber: [Int: Link] = [:]
    for adapter in adapters {
      for link in adapter.links.values { byNumber[link.number] = link }
    }
    return byNumber.values.sorted { $0.number < $1.number }
  }

  /// Someone went out of range or came back.
  func rangeChanged() {
    superviseLinks()
    radioChanged()
  }

  /// Starts the supervision timeout of each link whose ends do not hear each other any more, and
  /// lets those go on whose ends do again.
  func superviseLinks() {
    for link in links where link.failure == nil {
      if isReachable(link) {
        guard let ending = link.ending else { continue }
        ending.cancel()
        link.ending = nil
        resume(link)
      } else if link.ending == nil {
        link.ending = scheduler.after(link.parameters.supervisionDuration) {
          [weak self, weak link] in
          if let self, let link { loseLink(link) }
        }
      }
    }
  }

  private func resume(_ link: Link) {
    let held = link.held
    link.held = []
    for (frame, sender) in held { carry(frame, on: link, from: sender) }
    if let leaving = link.leaving {
      link.leaving = nil
      leave(link, from: leaving, reason: HCIStatus.remoteUserTerminated)
    }
  }

  private func loseLink(_ link: Link) {
    let lost = HCIStatus.connectionTimeout
    let left = HCIStatus.localHostTerminated
    end(
      link, central: link.leaving === link.central ? left : lost,
      peripheral: link.leaving === link.peripheral ? left : lost)
  }
}
