// The commands of a host that the air looks at or answers (Core specification 5.3, Vol 4 Part E 7).

/// A command's code: the group in the upper six bits.
struct CommandCode: RawRepresentable, Hashable {
  let rawValue: UInt16

  static let disconnect = CommandCode(rawValue: 0x0406)
  static let readRemoteVersion = CommandCode(rawValue: 0x041D)
  static let reset = CommandCode(rawValue: 0x0C03)
  static let readTransmitPower = CommandCode(rawValue: 0x0C2D)
  static let readAddress = CommandCode(rawValue: 0x1009)
  static let readRSSI = CommandCode(rawValue: 0x1405)
  static let setRandomAddress = CommandCode(rawValue: 0x2005)
  static let setAdvertisingParameters = CommandCode(rawValue: 0x2006)
  static let setAdvertisingData = CommandCode(rawValue: 0x2008)
  static let setScanResponse = CommandCode(rawValue: 0x2009)
  static let setAdvertisingEnable = CommandCode(rawValue: 0x200A)
  static let setScanParameters = CommandCode(rawValue: 0x200B)
  static let setScanEnable = CommandCode(rawValue: 0x200C)
  static let createConnection = CommandCode(rawValue: 0x200D)
  static let cancelConnection = CommandCode(rawValue: 0x200E)
  static let clearAcceptList = CommandCode(rawValue: 0x2010)
  static let addToAcceptList = CommandCode(rawValue: 0x2011)
  static let removeFromAcceptList = CommandCode(rawValue: 0x2012)
  static let updateConnection = CommandCode(rawValue: 0x2013)
  static let readRemoteFeatures = CommandCode(rawValue: 0x2016)
  static let enableEncryption = CommandCode(rawValue: 0x2019)
  static let longTermKeyReply = CommandCode(rawValue: 0x201A)
  static let longTermKeyNegativeReply = CommandCode(rawValue: 0x201B)
}

/// One command packet.
struct HCICommand {
  let code: CommandCode
  let parameters: [UInt8]

  /// The command in an H4 packet; nil when it is something else or cut short.
  init?(_ packet: [UInt8]) {
    guard packet.first == PacketKind.command.rawValue, let code = packet.uint16(at: 1),
      packet.count >= 4, packet.count == 4 + Int(packet[3])
    else { return nil }
    self.code = CommandCode(rawValue: code)
    parameters = Array(packet[4...])
  }

  /// The H4 packet of a command.
  static func packet(_ code: CommandCode, _ parameters: [UInt8]) -> [UInt8] {
    [PacketKind.command.rawValue] + code.rawValue.littleEndian2 + [UInt8(parameters.count)]
      + parameters
  }
}
