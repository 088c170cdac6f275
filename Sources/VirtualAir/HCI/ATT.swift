// The attribute protocol's codes (Core specification 5.3, Vol 3 Part F 3.4).

/// What the first byte of an attribute PDU can be.
enum ATT {
  static let errorResponse: UInt8 = 0x01
  static let exchangeMTU: UInt8 = 0x02
  static let exchangeMTUResponse: UInt8 = 0x03
  static let findInformation: UInt8 = 0x04
  static let findInformationResponse: UInt8 = 0x05
  static let findByTypeValue: UInt8 = 0x06
  static let findByTypeValueResponse: UInt8 = 0x07
  static let readByType: UInt8 = 0x08
  static let readByTypeResponse: UInt8 = 0x09
  static let read: UInt8 = 0x0A
  static let readBlob: UInt8 = 0x0C
  static let readMultiple: UInt8 = 0x0E
  static let readByGroupType: UInt8 = 0x10
  static let readByGroupTypeResponse: UInt8 = 0x11
  static let write: UInt8 = 0x12
  static let writeResponse: UInt8 = 0x13
  static let prepareWrite: UInt8 = 0x16
  static let executeWrite: UInt8 = 0x18
  static let notification: UInt8 = 0x1B
  static let indication: UInt8 = 0x1D
  static let confirmation: UInt8 = 0x1E
  static let readMultipleVariable: UInt8 = 0x20
  static let multipleNotification: UInt8 = 0x23
  static let writeCommand: UInt8 = 0x52

  /// The error of a request that names a handle that is none.
  static let invalidHandle: UInt8 = 0x01
  /// The error of a discovery that finds nothing more.
  static let attributeNotFound: UInt8 = 0x0A
  /// How long an answer may take; nothing more goes over the channel then (Vol 3 Part F 3.3.3).
  static let transactionTimeout = Duration.seconds(30)

  /// The error of a write that its attribute does not take.
  static let writeNotPermitted: UInt8 = 0x03

  /// Whether the code is a request's, which the server must answer before the next one.
  static func isRequest(_ code: UInt8) -> Bool {
    switch code {
    case exchangeMTU, findInformation, findByTypeValue, readByType, read, readBlob, readMultiple,
      readByGroupType, write, prepareWrite, executeWrite, readMultipleVariable:
      true
    default: false
    }
  }

  /// The request that a PDU answers; nil when it is no answer.
  static func answered(by pdu: [UInt8]) -> UInt8? {
    guard let code = pdu.first else { return nil }
    if code == errorResponse { return pdu.count > 1 ? pdu[1] : nil }
    guard code > 0, isRequest(code - 1) else { return nil }
    return code - 1
  }

  /// The Error Response to a request.
  static func error(_ error: UInt8, to request: [UInt8]) -> [UInt8] {
    let code = request.first ?? 0
    let namesNoHandle = code == exchangeMTU || code == executeWrite
    let handle = namesNoHandle ? 0 : request.uint16(at: 1) ?? 0
    return [errorResponse, code] + handle.littleEndian2 + [error]
  }
}
