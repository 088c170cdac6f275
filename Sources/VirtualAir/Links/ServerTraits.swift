// What a peripheral's attribute server does that bluetoothd's cannot.

/// How the attribute server behind a radio differs from its host's. Nothing here is a fault: it is
/// what a device is, on every link that it has as the peripheral.
public struct ServerTraits: Sendable, Equatable {
  /// Attributes by a handle that their host's server cannot give them: what a central writes to the
  /// key goes to the value. Discoveries show the host's own handles.
  public var writeAliases: [UInt16: UInt16] = [:]
  /// Whether Write Commands come to nothing. bluetoothd takes them wherever it takes Write Requests.
  public var ignoresWriteCommands = false
  /// Attributes that answer Write Requests with Write Not Permitted. bluetoothd acknowledges them
  /// wherever it takes Write Commands.
  public var refusesWriteRequests: Set<UInt16> = []
  /// The Client Characteristic Configuration of what is notified to every central from the connect
  /// on, without the central's doing. The host sees a subscription; the central is not involved.
  public var notifiesUnaskedBy: UInt16?
  /// The ATT MTU that it asks each central for by itself, soon after the link; nil when it does not ask.
  /// A link whose central has not answered after `ATT.transactionTimeout` is given up.
  public var asksForMTUBytes: Int?
  /// The largest ATT MTU that it agrees to, 23 at least; nil leaves it to the host.
  public var largestMTUBytes: Int?

  /// The host's own ways.
  public init() {}
}

/// What becomes of a central's attribute PDU at a server with traits.
enum ServerReception: Equatable {
  /// The host gets this.
  case pass([UInt8])
  /// Nobody answers.
  case ignore
  /// The radio answers in the host's stead.
  case answer([UInt8])
}

extension ServerTraits {
  /// What becomes of a central's PDU.
  func receive(_ pdu: [UInt8]) -> ServerReception {
    guard let code = pdu.first else { return .pass(pdu) }
    switch code {
    case ATT.writeCommand where ignoresWriteCommands: return .ignore
    case ATT.write, ATT.writeCommand, ATT.prepareWrite:
      guard let handle = pdu.uint16(at: 1) else { return .pass(pdu) }
      let own = writeAliases[handle] ?? handle
      if code != ATT.writeCommand, refusesWriteRequests.contains(own) {
        return .answer(ATT.error(ATT.writeNotPermitted, to: pdu))
      }
      return .pass(own == handle ? pdu : pdu.naming(own, at: 1))
    default: return .pass(withinMTU(pdu))
    }
  }

  /// The host's PDU as the central gets it, when its request was `request`.
  func send(_ pdu: [UInt8], answering request: [UInt8]?) -> [UInt8] {
    // An error names the handle that the central knows.
    if pdu.count == 5, pdu[0] == ATT.errorResponse, let request, request.first == pdu[1],
      let handle = request.uint16(at: 1), let own = writeAliases[handle],
      pdu.uint16(at: 2) == own
    {
      return pdu.naming(handle, at: 2)
    }
    return withinMTU(pdu)
  }

  /// An Exchange MTU, from either side, that says no more than the radio agrees to.
  private func withinMTU(_ pdu: [UInt8]) -> [UInt8] {
    largestMTUBytes.map { pdu.agreeing(onMTUBytes: $0) } ?? pdu
  }
}

extension [UInt8] {
  /// The smallest ATT MTU there is (Core specification 5.3, Vol 3 Part G 5.2.1).
  private static let smallestMTUBytes = 23

  /// An Exchange MTU, request or response, that says no more than this, and no less than there is;
  /// any other PDU as it is.
  func agreeing(onMTUBytes largest: Int) -> [UInt8] {
    guard count == 3, self[0] == ATT.exchangeMTU || self[0] == ATT.exchangeMTUResponse,
      let wanted = uint16(at: 1)
    else { return self }
    let largest = UInt16(clamping: Swift.max(largest, Self.smallestMTUBytes))
    return wanted > largest ? naming(largest, at: 1) : self
  }

  /// The bytes with another 16-bit word, little-endian, at a place.
  fileprivate func naming(_ word: UInt16, at place: Int) -> [UInt8] {
    self[..<place] + word.littleEndian2 + self[(place + 2)...]
  }
}
