// The steps of a GATT conversation by the names that scenarios use, and which requests they are.

import SharedProtocols

/// What a central does over the attribute protocol, as far as it waits for an answer.
public enum GATTProcedure: String, Sendable, CaseIterable {
  /// Exchange MTU.
  case mtuExchange
  /// Read By Group Type and Find By Type Value.
  case serviceDiscovery
  /// Read By Type of characteristic declarations.
  case characteristicDiscovery
  /// Find Information.
  case descriptorDiscovery
  /// Read and Read Blob.
  case read
  /// Write Request and Prepare Write, except to a Client Characteristic Configuration.
  case write
  /// A Write Request that turns notifications or indications on.
  case subscribe
  /// Every request.
  case any
}

/// Which attribute requests a rule is about.
public struct ATTSelector: Sendable, Equatable {
  /// The step that the request belongs to.
  public var procedure: GATTProcedure
  /// The characteristic that is read, written or subscribed to; nil for all but those that hosts
  /// read and write for themselves (of the services 1800 and 1801).
  public var characteristic: BluetoothUUID?

  /// Requests of a procedure, to one characteristic or to all of the application's.
  public init(_ procedure: GATTProcedure, characteristic: BluetoothUUID? = nil) {
    self.procedure = procedure
    self.characteristic = characteristic
  }

  /// Whether a PDU to the server whose attributes these are is such a request.
  func matches(_ pdu: [UInt8], _ attributes: AttributeMap) -> Bool {
    guard let code = pdu.first, ATT.isRequest(code) else { return false }
    switch procedure {
    case .mtuExchange: return code == ATT.exchangeMTU
    case .serviceDiscovery: return code == ATT.readByGroupType || code == ATT.findByTypeValue
    case .characteristicDiscovery:
      return code == ATT.readByType && pdu.count == 7 && pdu.uint16(at: 5) == 0x2803
    case .descriptorDiscovery: return code == ATT.findInformation
    case .read:
      return (code == ATT.read || code == ATT.readBlob) && concerns(pdu, attributes)
    case .write:
      return (code == ATT.write || code == ATT.prepareWrite) && concerns(pdu, attributes)
        && !writesConfiguration(pdu, attributes)
    case .subscribe:
      return code == ATT.write && writesConfiguration(pdu, attributes)
        && pdu.dropFirst(3).contains { $0 != 0 } && concerns(pdu, attributes)
    case .any: return characteristic == nil || concerns(pdu, attributes)
    }
  }

  private func writesConfiguration(_ pdu: [UInt8], _ attributes: AttributeMap) -> Bool {
    pdu.uint16(at: 1).map(attributes.isClientConfiguration) ?? false
  }

  private func concerns(_ pdu: [UInt8], _ attributes: AttributeMap) -> Bool {
    guard let handle = pdu.uint16(at: 1) else { return false }
    if let characteristic { return attributes.characteristic(of: handle) == characteristic }
    return !attributes.isUpkeep(handle)
  }
}
