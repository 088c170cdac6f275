// Which attribute PDUs a rule strikes, by what they are made of, and what becomes of them.

import SharedProtocols

/// Which way an attribute PDU goes.
public enum LinkDirection: String, Sendable, CaseIterable {
  /// From the central.
  case toPeripheral
  /// From the peripheral.
  case toCentral
}

/// Which attribute PDUs a rule is about, requests or not.
public struct PDUMatch: Sendable, Equatable {
  /// Whose value the PDU carries or asks for.
  public enum Subject: Sendable, Equatable {
    /// It does not matter.
    case anything
    /// A characteristic of the application: none of the services 1800 and 1801.
    case application
    /// This characteristic.
    case characteristic(BluetoothUUID)
  }

  /// The way that it goes.
  public var direction: LinkDirection
  /// The codes that it may have; nil for all.
  public var opcodes: Set<UInt8>?
  /// What stands in it at `offset`, the code being at 0; empty for anything.
  public var bytes: [UInt8]
  /// Where `bytes` begin.
  public var offset: Int
  /// What it is about.
  public var subject: Subject

  /// PDUs that go this way, and are all that is said here.
  public init(
    _ direction: LinkDirection, opcodes: Set<UInt8>? = nil, bytes: [UInt8] = [], offset: Int = 0,
    subject: Subject = .anything
  ) {
    self.direction = direction
    self.opcodes = opcodes
    self.bytes = bytes
    self.offset = offset
    self.subject = subject
  }

  /// Notifications and indications of a characteristic; nil for all of the application's.
  public static func values(of characteristic: BluetoothUUID?) -> PDUMatch {
    PDUMatch(
      .toCentral, opcodes: [ATT.notification, ATT.indication],
      subject: characteristic.map { .characteristic($0) } ?? .application)
  }

  /// Write Commands to a characteristic; nil for all of the application's.
  public static func commands(to characteristic: BluetoothUUID?) -> PDUMatch {
    PDUMatch(
      .toPeripheral, opcodes: [ATT.writeCommand],
      subject: characteristic.map { .characteristic($0) } ?? .application)
  }

  func matches(_ pdu: [UInt8], going way: LinkDirection, server: AttributeMap) -> Bool {
    guard way == direction, let code = pdu.first, opcodes?.contains(code) ?? true,
      pdu.count >= offset + bytes.count, pdu.dropFirst(offset).starts(with: bytes)
    else { return false }
    switch subject {
    case .anything: return true
    case .application: return pdu.uint16(at: 1).map { !server.isUpkeep($0) } ?? false
    case .characteristic(let uuid):
      return pdu.uint16(at: 1).map { server.characteristic(of: $0) == uuid } ?? false
    }
  }
}

/// What becomes of an attribute PDU.
public enum PDUTreatment: Sendable, Equatable {
  /// It does not arrive.
  case lose
  /// It arrives so much later, and what follows may overtake it.
  case delay(Duration)
  /// These bytes arrive instead.
  case replace([UInt8])
  /// It arrives twice.
  case duplicate
}
