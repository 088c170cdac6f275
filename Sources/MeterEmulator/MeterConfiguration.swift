// What a meter is before it is switched on.

import SharedProtocols

/// The make-up of one emulated meter: a documented UM.
public struct MeterConfiguration: Sendable {
  /// The model, which decides scales and tail.
  public var model: UMModel
  /// The name on the air and in the Generic Access service.
  public var name: String
  /// What is connected at first.
  public var load: Load
  /// What its thermometer says. How a meter sends a temperature below zero is not known.
  public var celsius: UInt8
  /// From the end of a request to the first byte on the serial line. With the 135 ms of a frame at
  /// 9600 baud the default makes some 200 ms, which libsigrok measured.
  public var replyDelay: Duration
  /// How frames are split and spaced.
  public var line: SerialLine
  /// How often the meter measures; nil for a fresh value in each frame. Real ones measure every
  /// 500 ms and repeat themselves when asked sooner.
  public var samplingInterval: Duration?
  /// From registration to the start of advertising.
  public var advertiseAfter: Duration
  /// What follows the company identifier in the manufacturer data. The documents name the
  /// identifier only, and bluetoothd refuses to advertise one alone: the default is a zero of ours.
  public var manufacturerData: [UInt8]

  /// A meter with the defaults of the real ones.
  public init(
    model: UMModel = .um25c, name: String, load: Load = .none, celsius: UInt8 = 25,
    replyDelay: Duration = .milliseconds(65), line: SerialLine = SerialLine(),
    samplingInterval: Duration? = nil, advertiseAfter: Duration = .zero,
    manufacturerData: [UInt8] = [0]
  ) {
    self.model = model
    self.name = name
    self.load = load
    self.celsius = celsius
    self.replyDelay = replyDelay
    self.line = line
    self.samplingInterval = samplingInterval
    self.advertiseAfter = advertiseAfter
    self.manufacturerData = manufacturerData
  }

  /// What the meter wants to be seen as.
  public var announcement: MeterAnnouncement {
    MeterAnnouncement(
      name: name, services: [.documentedUMService], companyID: MeterProfile.companyID,
      manufacturerData: manufacturerData)
  }
}

/// What a meter wants on the air; how the radio lays it out is not the meter's business.
public struct MeterAnnouncement: Sendable, Hashable {
  /// A scan response holds 31 bytes, two of them the length and type of the name. bluetoothd cuts a
  /// longer one.
  public static let longestNameBytes = 29
  /// The complete local name.
  public var name: String
  /// The services advertised.
  public var services: [BluetoothUUID]
  /// The company of the manufacturer data, sent little-endian before it.
  public var companyID: UInt16
  /// The manufacturer data without the company.
  public var manufacturerData: [UInt8]
}
