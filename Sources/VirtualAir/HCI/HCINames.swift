// The names of HCI commands and events, as scenarios and people say them (Core specification 5.3, Vol 4
// Part E 7): those that a host and its controller exchange for Low Energy.

/// Names by code.
public enum HCINames {
  /// The code of the event that carries the events of Low Energy, each with a code of its own.
  public static let lowEnergyMeta = Int(HCIEvent.lowEnergyMeta)

  /// The opcode of the command by which a host sets an address that it made up.
  public static let setRandomAddress = Int(CommandCode.setRandomAddress.rawValue)

  /// Commands by their opcodes, the group in the upper six bits.
  public static let commands: [(opcode: Int, name: String)] = [
    (0x0406, "Disconnect"),
    (0x041D, "Read Remote Version Information"),
    (0x0C01, "Set Event Mask"),
    (0x0C03, "Reset"),
    (0x0C13, "Write Local Name"),
    (0x0C14, "Read Local Name"),
    (0x0C1A, "Write Scan Enable"),
    (0x0C23, "Read Class Of Device"),
    (0x0C24, "Write Class Of Device"),
    (0x0C2D, "Read Transmit Power Level"),
    (0x0C6D, "Write LE Host Support"),
    (0x1001, "Read Local Version Information"),
    (0x1002, "Read Local Supported Commands"),
    (0x1003, "Read Local Supported Features"),
    (0x1005, "Read Buffer Size"),
    (0x1009, "Read BD_ADDR"),
    (0x1405, "Read RSSI"),
    (0x2001, "LE Set Event Mask"),
    (0x2002, "LE Read Buffer Size"),
    (0x2003, "LE Read Local Supported Features"),
    (setRandomAddress, "LE Set Random Address"),
    (0x2006, "LE Set Advertising Parameters"),
    (0x2007, "LE Read Advertising Physical Channel Tx Power"),
    (0x2008, "LE Set Advertising Data"),
    (0x2009, "LE Set Scan Response Data"),
    (0x200A, "LE Set Advertising Enable"),
    (0x200B, "LE Set Scan Parameters"),
    (0x200C, "LE Set Scan Enable"),
    (0x200D, "LE Create Connection"),
    (0x200E, "LE Create Connection Cancel"),
    (0x200F, "LE Read Filter Accept List Size"),
    (0x2010, "LE Clear Filter Accept List"),
    (0x2011, "LE Add Device To Filter Accept List"),
    (0x2012, "LE Remove Device From Filter Accept List"),
    (0x2013, "LE Connection Update"),
    (0x2016, "LE Read Remote Features"),
    (0x2017, "LE Encrypt"),
    (0x2018, "LE Rand"),
    (0x2019, "LE Enable Encryption"),
    (0x201A, "LE Long Term Key Request Reply"),
    (0x201B, "LE Long Term Key Request Negative Reply"),
    (0x201C, "LE Read Supported States"),
    (0x2020, "LE Remote Connection Parameter Request Reply"),
    (0x2021, "LE Remote Connection Parameter Request Negative Reply"),
    (0x2022, "LE Set Data Length"),
    (0x2032, "LE Set PHY"),
  ]

  /// Events by their codes.
  public static let events: [(code: Int, name: String)] = [
    (0x05, "Disconnection Complete"),
    (0x08, "Encryption Change"),
    (0x0C, "Read Remote Version Information Complete"),
    (0x0E, "Command Complete"),
    (0x0F, "Command Status"),
    (0x10, "Hardware Error"),
    (0x13, "Number Of Completed Packets"),
    (0x30, "Encryption Key Refresh Complete"),
  ]

  /// The events of Low Energy by the code that follows that of `lowEnergyMeta`.
  public static let subevents: [(code: Int, name: String)] = [
    (0x01, "LE Connection Complete"),
    (0x02, "LE Advertising Report"),
    (0x03, "LE Connection Update Complete"),
    (0x04, "LE Read Remote Features Complete"),
    (0x05, "LE Long Term Key Request"),
    (0x06, "LE Remote Connection Parameter Request"),
    (0x07, "LE Data Length Change"),
    (0x0A, "LE Enhanced Connection Complete"),
    (0x0C, "LE PHY Update Complete"),
  ]
}
