// What a meter is before it is switched on.

import SharedProtocols

/// The make-up of one emulated meter.
public struct MeterConfiguration: Sendable {
  /// The model, which decides scales, limits and commands.
  public var model: MeterModel
  /// Whether it is as its documents say, or as those on sale.
  public var profile: MeterProfile
  /// Which of the two factory TC66C it is; nothing to the others.
  public var generation: TC66Generation
  /// The name on the air and in the Generic Access service.
  public var name: String
  /// What is connected at first.
  public var program: LoadProgram
  /// Its temperature and data lines at first.
  public var surroundings: Surroundings
  /// Whether a factory UM takes its commands in the frames of the UM24C's look-alike, and no
  /// others.
  public var takesWrappedCommands = false
  /// Whether a documented UM lets itself be calibrated.
  public var isCalibrationUnlocked = false
  /// A TC66C's serial number, from 0 to 4294967295.
  public var serialNumber: UInt32 = 1
  /// Whether a TC66C is set to degrees Fahrenheit.
  public var usesFahrenheit = false
  /// From the end of a request to the first byte on the serial line. With the 135 ms of a frame at
  /// 9600 baud the UM series's default makes some 200 ms, which libsigrok measured; a TC66C's
  /// makes, with its 200 ms, the 500 ms or, of the older generation, 800 ms that were measured.
  public var replyDelay: Duration
  /// How frames are split and spaced.
  public var line: SerialLine
  /// How often the meter measures; nil for a fresh value in each frame. Real ones measure every
  /// 500 ms and repeat themselves when asked sooner.
  public var samplingInterval: Duration?
  /// From registration to the start of advertising.
  public var advertiseAfter: Duration
  /// What follows the company identifier in the manufacturer data of the documented profile. The
  /// documents name the identifier only, and bluetoothd refuses to advertise one alone: the default
  /// is a zero of ours. Factory meters have no manufacturer data.
  public var manufacturerData: [UInt8]

  /// A meter with the defaults of the real ones.
  public init(
    model: MeterModel = .um25c, profile: MeterProfile = .documented,
    generation: TC66Generation = .newer, name: String, load: Load = .none,
    surroundings: Surroundings = Surroundings(), replyDelay: Duration? = nil,
    line: SerialLine = SerialLine(), samplingInterval: Duration? = nil,
    advertiseAfter: Duration = .zero, manufacturerData: [UInt8] = [0]
  ) {
    self.model = model
    self.profile = profile
    self.generation = generation
    self.name = name
    program = .constant(load)
    self.surroundings = surroundings
    self.replyDelay = replyDelay ?? Self.replyDelay(of: model, generation)
    self.line = line
    self.samplingInterval = samplingInterval
    self.advertiseAfter = advertiseAfter
    self.manufacturerData = manufacturerData
  }

  private static func replyDelay(of model: MeterModel, _ generation: TC66Generation) -> Duration {
    switch (model, generation) {
    case (.um24c, _), (.um25c, _), (.um34c, _): .milliseconds(65)
    case (.tc66c, .older): .milliseconds(600)
    case (.tc66c, .newer): .milliseconds(300)
    }
  }

  /// What the meter wants to be seen as.
  public var announcement: MeterAnnouncement {
    switch profile {
    case .documented:
      MeterAnnouncement(
        name: name, services: [model == .tc66c ? .heartRateService : .documentedUMService],
        companyID: MeterProfile.companyID, manufacturerData: manufacturerData)
    case .factory:
      MeterAnnouncement(
        name: name, services: [.serialService], companyID: MeterProfile.companyID,
        manufacturerData: [])
    }
  }

  /// The model's firmware.
  func makeProcessor() -> any MeterProcessor {
    guard let um = model.um else {
      return profile == .documented
        ? DocumentedTC66Processor()
        : TC66Processor(
          firmware: generation.firmware, serialNumber: Int(serialNumber),
          usesFahrenheit: usesFahrenheit)
    }
    let language: UMProcessor.Language =
      switch profile {
      case .documented: .documented(isCalibrationUnlocked: isCalibrationUnlocked)
      case .factory: takesWrappedCommands ? .wrapped : .bytes
      }
    return UMProcessor(model: um, language: language)
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
  /// The company of the manufacturer data, sent little-endian before it; nothing where there is
  /// none.
  public var companyID: UInt16
  /// The manufacturer data without the company; empty for none at all.
  public var manufacturerData: [UInt8]
}
