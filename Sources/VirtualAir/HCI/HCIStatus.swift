// The error codes of the controller (Core specification 5.3, Vol 1 Part F) that the air gives by
// itself. Rules may give any other.

/// What went wrong, or why a link ended.
enum HCIStatus {
  static let success: UInt8 = 0x00
  static let unknownConnection: UInt8 = 0x02
  static let pinOrKeyMissing: UInt8 = 0x06
  static let connectionTimeout: UInt8 = 0x08
  static let connectionExists: UInt8 = 0x0B
  static let commandDisallowed: UInt8 = 0x0C
  static let remoteUserTerminated: UInt8 = 0x13
  static let remoteLowResources: UInt8 = 0x14
  static let remotePowerOff: UInt8 = 0x15
  static let localHostTerminated: UInt8 = 0x16
  static let failedToBeEstablished: UInt8 = 0x3E
}
