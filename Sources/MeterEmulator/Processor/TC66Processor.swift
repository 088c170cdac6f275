// The firmware of the TC66C on sale.

import Records
import SharedProtocols

/// A TC66C's settings and what changes them. Its frame says nothing of its display.
struct TC66Processor: MeterProcessor {
  let firmware: FourCharacters
  var settings: MeterSettings
  /// How often it was switched on.
  private(set) var runs = 1

  /// What it says of an open circuit is not known: this is what the UM series says.
  static let openCircuitOhms = UMMeasurement.openCircuitOhms

  var groupCount: Int { TC66Measurement.groupCount }
  /// Whether a group forgets is not known: none does.
  var volatileGroup: Int? { nil }

  init(firmware: FourCharacters, settings: MeterSettings) {
    self.firmware = firmware
    self.settings = settings
  }

  mutating func powerOn() { runs = min(runs + 1, Int(UInt32.max)) }

  mutating func take(
    _ bytes: [UInt8], _ electrical: inout ElectricalModel, at time: VirtualTime
  ) -> [TakenCommand] {
    [take(bytes, over: .bluetooth)]
  }

  /// Does what a command says that came over Bluetooth or USB.
  mutating func take(_ bytes: [UInt8], over transport: TC66Command.Transport) -> TakenCommand {
    guard let command = TC66Command(decoding: bytes, over: transport) else {
      return TakenCommand(name: "unknown", bytes: bytes)
    }
    switch command {
    case .nextScreen: settings.showNextScreen()
    case .previousScreen: settings.showPreviousScreen()
    case .rotateScreen: settings.turnScreen()
    case .sendFrame, .query, .sendRecording, .update: break
    }
    return TakenCommand(
      name: command.name, bytes: bytes, asksForFrame: command == .sendFrame)
  }

  func frame(
    _ reading: ElectricalReading, _ electrical: ElectricalModel, _ surroundings: Surroundings
  ) throws(FrameEncodingError) -> [UInt8] {
    let load = reading.load
    var measurement = TC66Measurement()
    measurement.firmware = firmware
    measurement.serialNumber = Int(settings.serialNumber)
    measurement.runs = runs
    measurement.volts = load.volts
    measurement.amperes = load.amperes
    measurement.watts = load.watts
    measurement.ohms = load.ohms(openCircuit: Self.openCircuitOhms)
    measurement.groups = reading.groups.map(\.group)
    measurement.temperatureDegrees =
      settings.usesFahrenheit ? surroundings.fahrenheit : surroundings.celsius
    measurement.dataPlusVolts = surroundings.dataPlusVolts
    measurement.dataMinusVolts = surroundings.dataMinusVolts
    return try TC66Frame(measurement: measurement).encoded()
  }
}

/// The TC66C that the documents describe: it takes no commands, and tells whole watts and amperes
/// once a second to whoever subscribed.
struct DocumentedTC66Processor: MeterProcessor {
  var settings: MeterSettings

  var groupCount: Int { TC66Measurement.groupCount }
  var volatileGroup: Int? { nil }
  var unaskedInterval: Duration? { .seconds(1) }

  mutating func powerOn() {}

  mutating func take(
    _ bytes: [UInt8], _ electrical: inout ElectricalModel, at time: VirtualTime
  ) -> [TakenCommand] {
    [TakenCommand(name: "unknown", bytes: bytes)]
  }

  /// The three bytes; of more than 255 W the value says 255.
  func frame(
    _ reading: ElectricalReading, _ electrical: ElectricalModel, _ surroundings: Surroundings
  ) throws(FrameEncodingError) -> [UInt8] {
    try TC66DocumentedValue(
      watts: min(reading.load.watts, 255), amperes: reading.load.amperes
    ).encoded
  }
}
