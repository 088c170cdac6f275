// What a meter is before it is switched on.

import SharedProtocols

/// The make-up of one emulated meter.
public struct MeterConfiguration: Sendable, Hashable, Codable {
  /// The model, which decides scales, limits and commands.
  public var model: MeterModel
  /// Which description of its Bluetooth side holds.
  public var profile: MeterProfile
  /// The version of its firmware, by which a factory TC66C has the one or the other radio. The other
  /// meters' versions are not known, and theirs does nothing.
  public var firmware: TC66Firmware
  /// The name on the air and in the Generic Access service.
  public var name: String
  /// What is connected at first.
  public var program: LoadProgram
  /// Its temperature and data lines at first.
  public var surroundings: Surroundings
  /// Whether a factory UM takes its commands in the frames of the UM24C's look-alike, and no
  /// others.
  public var takesWrappedCommands = false
  /// The settings of its firmware at first.
  public var settings = MeterSettings()
  /// From the end of a request to the first byte on the serial line.
  public var replyDelay: Duration
  /// How frames are split and spaced.
  public var line: SerialLine
  /// How often the meter measures; nil for a fresh value in each frame.
  public var samplingInterval: Duration?
  /// From registration to the start of advertising.
  public var advertiseAfter: Duration
  /// How it advertises.
  public var advertising: AdvertisingStyle
  /// Whether a newer factory TC66C answers Write Requests with Write Not Permitted. Some were seen
  /// to, others not; the others' way is the default.
  public var refusesWriteRequests: Bool
  /// The largest ATT MTU that the meter's radio agrees to; nil for as much as the central wants, up
  /// to bluetoothd's 517.
  public var largestMTUBytes: Int?
  /// What follows the company identifier in the documented profile's manufacturer data. The
  /// documents name the identifier only, and bluetoothd refuses to advertise one alone: the default
  /// is a zero of ours.
  public var manufacturerData: [UInt8]

  /// A meter of the default firmware with the defaults of its kind, as `MeterDefaults` has them.
  ///
  /// - Parameter samplingInterval: nil for the default, zero for a fresh value in each frame.
  public init(
    model: MeterModel = .um25c, profile: MeterProfile = .documented,
    firmware: TC66Firmware = .published, name: String? = nil, load: Load = .none,
    surroundings: Surroundings = Surroundings(), replyDelay: Duration? = nil,
    line: SerialLine? = nil, samplingInterval: Duration? = nil, advertiseAfter: Duration = .zero,
    advertising: AdvertisingStyle = AdvertisingStyle(), refusesWriteRequests: Bool = false,
    manufacturerData: [UInt8] = [0]
  ) {
    let defaults = MeterDefaults(model: model, profile: profile, firmware: firmware)
    self.model = model
    self.profile = profile
    self.firmware = firmware
    self.name = name ?? defaults.name(suffix: MeterDefaults.nameSuffix)
    program = .constant(load)
    self.surroundings = surroundings
    self.replyDelay = replyDelay ?? defaults.replyDelay
    self.line = line ?? defaults.line
    self.samplingInterval = samplingInterval ?? defaults.samplingInterval
    self.advertiseAfter = advertiseAfter
    self.advertising = advertising
    self.refusesWriteRequests = refusesWriteRequests
    largestMTUBytes = defaults.largestMTUBytes
    self.manufacturerData = manufacturerData
  }

  /// Where the meter keeps its data.
  public var layout: MeterLayout { profile.layout(of: model, firmware: firmware) }

  /// What the meter wants to be seen as.
  public var announcement: MeterAnnouncement {
    MeterAnnouncement(
      name: name, services: [layout.service],
      manufacturer: profile == .documented
        ? .init(companyID: MeterProfile.companyID, data: manufacturerData) : nil,
      style: advertising)
  }

  /// The model's firmware at work.
  func makeProcessor() -> any MeterProcessor {
    guard let um = model.um else {
      return profile == .documented
        ? DocumentedTC66Processor(settings: settings) : makeTC66Processor()
    }
    let language: UMProcessor.Language =
      switch profile {
      case .documented: .documented
      case .factory: takesWrappedCommands ? .wrapped : .bytes
      }
    return UMProcessor(model: um, language: language, settings: settings)
  }

  /// What answers over USB, which the documents do not mention; nil for a meter without.
  func makeUSBProcessor() -> TC66Processor? { model == .tc66c ? makeTC66Processor() : nil }

  private func makeTC66Processor() -> TC66Processor {
    TC66Processor(firmware: firmware.characters, settings: settings)
  }
}
