// One link between two adapters, and its two ends.

import Records

/// One adapter's end of a link.
final class LinkEnd {
  unowned let adapter: RadioAdapter
  let handle: UInt16
  /// What this end is sending.
  var reassembly = L2CAPReassembly()
  /// The attribute request of this end that waits for its answer.
  var outstanding: [UInt8]?
  /// The same as this end wrote it, before the peripheral's traits translated it.
  var written: [UInt8]?
  /// The rule that will swallow or hold up that answer.
  var swallowing: InstalledRule?
  /// How many indications its host is believed to have sent and did not.
  var owedConfirmations = 0
  /// When the last of what this end sent arrives, where a rule makes the way long.
  var lastArrival: VirtualTime?

  init(adapter: RadioAdapter, handle: UInt16) {
    self.adapter = adapter
    self.handle = handle
  }
}

/// One link.
final class Link {
  /// Handles below are left to the controller; it has none of its own, but captures are easier to
  /// read so.
  static let firstHandle: UInt16 = 0x0040
  /// The last handle that HCI allows.
  static let lastHandle: UInt16 = 0x0EFF

  /// The number in records, from 1.
  let number: Int
  let central: LinkEnd
  let peripheral: LinkEnd
  var parameters: ConnectionParameters
  var isEncrypted = false
  /// The rule by which the link fails to be established: it carries nothing.
  var failure: InstalledRule?
  /// Whether one end is gone for good.
  var isSevered = false
  /// Runs while the two ends do not hear each other, or until a link that fails does.
  var ending: (any ScheduledWork)?
  /// What was sent while the two ends did not hear each other.
  var held: [(frame: L2CAPFrame, sender: LinkEnd)] = []
  /// Runs while the peripheral waits for the answer to its own Exchange MTU Request.
  var mtuAnswerDue: (any ScheduledWork)?
  /// For each Exchange MTU Request that the peripheral's host has not answered yet, whether the central
  /// made it.
  var hostOwesMTUAnswers: [Bool] = []
  /// The end whose host gave the link up while the other did not hear it.
  var leaving: LinkEnd?

  init(number: Int, central: LinkEnd, peripheral: LinkEnd, parameters: ConnectionParameters) {
    self.number = number
    self.central = central
    self.peripheral = peripheral
    self.parameters = parameters
  }

  /// The end of an adapter.
  func end(of adapter: RadioAdapter) -> LinkEnd {
    adapter === central.adapter ? central : peripheral
  }

  /// The end at the other side.
  func end(across end: LinkEnd) -> LinkEnd { end === central ? peripheral : central }
}

extension RadioAdapter {
  /// A handle that none of its links has, the next in turn so that a handle comes back late.
  func takeHandle() -> UInt16 {
    while links[nextHandle] != nil { advanceHandle() }
    defer { advanceHandle() }
    return nextHandle
  }

  private func advanceHandle() {
    nextHandle = nextHandle == Link.lastHandle ? Link.firstHandle : nextHandle + 1
  }
}
