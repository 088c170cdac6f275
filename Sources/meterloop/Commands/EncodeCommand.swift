// `meterloop encode`: a frame from values.

import Scenarios
import SharedProtocols
import TestBench

/// Makes a frame and prints it in hex.
enum EncodeCommand: Command {
  static let table = OptionTable(
    command: "encode", operands: "MODEL [NAME=VALUE]…",
    summary: "Make a meter's frame from values",
    details: """
      The model is um24c, um25c, um34c or tc66c. The names are those that meterloop decode prints,
      such as volts, celsius, chargingMode or groups[1].milliampereHours. What is not named is as in
      a meter that shows nothing; watts, ohms and fahrenheit follow from volts, amperes and celsius.
      A value is rounded to what the model resolves, and refused where its field cannot hold it.

      Examples:
        meterloop encode um25c volts=5.08 amperes=1.2
        meterloop encode tc66c volts=20.1 amperes=3 temperatureDegrees=-5 --plain
        meterloop encode tc66c watts=60 amperes=3 --documented
      """,
    options: [
      .init(
        name: "plain", letter: nil, value: nil, help: "Leave a TC66C's frame without encryption"),
      .init(
        name: "documented", letter: nil, value: nil,
        help: "The documented value of a TC66C, for the characteristic 2A37"),
    ])

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    guard let word = parsed.operands.first else {
      throw UsageError(message: "name a model: um24c, um25c, um34c or tc66c")
    }
    guard let model = MeterModel(named: word) else {
      throw UsageError(
        message: "there is no model '\(word)'; there are um24c, um25c, um34c and tc66c")
    }
    guard model == .tc66c || !parsed.has("plain") && !parsed.has("documented") else {
      throw UsageError(message: "--plain and --documented are for a tc66c")
    }
    guard !parsed.has("plain") || !parsed.has("documented") else {
      throw UsageError(
        message: "--plain and --documented exclude each other: the documented value is never "
          + "encrypted")
    }
    let settings = try parsed.operands.dropFirst().map(Setting.init)
    emit(try bytes(of: model, settings, parsed).hex + "\n")
    return ExitCode.passed
  }

  /// One NAME=VALUE.
  private struct Setting {
    let name: String
    let value: String

    init(_ text: String) throws(UsageError) {
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw UsageError(message: "values are given as NAME=VALUE, not '\(text)'")
      }
      name = String(text[..<equals])
      value = String(text[text.index(after: equals)...])
    }
  }

  private static func bytes(
    of model: MeterModel, _ settings: [Setting], _ parsed: OptionTable.Parsed
  ) throws -> [UInt8] {
    do {
      if let um = model.um {
        var frame = UMFrame(model: um, measurement: UMMeasurement())
        try set(settings, in: &frame)
        return try frame.encoded()
      }
      var frame = TC66Frame(measurement: TC66Measurement())
      try set(settings, in: &frame)
      if parsed.has("documented") {
        for setting in settings where !documentedNames(settings).contains(setting.name) {
          throw UsageError(
            message: "the documented value has no '\(setting.name)'; it has watts and amperes")
        }
        return try TC66DocumentedValue(
          watts: frame.measurement.watts, amperes: frame.measurement.amperes
        ).encoded
      }
      return parsed.has("plain") ? try frame.encodedPlain() : try frame.encoded()
    } catch let error as FrameEncodingError {
      throw UsageError(message: "\(error)")
    }
  }

  /// What can be told of the documented value: volts go into watts that are not named.
  private static func documentedNames(_ settings: [Setting]) -> Set<String> {
    settings.contains { $0.name == "watts" }
      ? ["amperes", "watts"] : ["amperes", "watts", "volts"]
  }

  private static func set(
    _ settings: [Setting], in frame: inout some DerivableMeasurement
  ) throws(UsageError) {
    for setting in settings {
      do throws(FieldSettingError) {
        try frame.set(setting.name, to: setting.value)
      } catch .name(let name) {
        let names = frame.fields.map(\.name)
        let hint = suggestion(for: name, among: names).map { "; is '\($0)' meant?" } ?? ""
        throw UsageError(message: "there is no '\(name)' in the frame\(hint)")
      } catch {
        throw UsageError(message: "\(error)")
      }
    }
    frame.derive(except: Set(settings.map(\.name)))
  }
}

/// What can fill in quantities that follow from others.
private protocol DerivableMeasurement: FieldedMeasurement {
  mutating func derive(except named: Set<String>)
}

extension UMFrame: DerivableMeasurement {
  fileprivate mutating func derive(except named: Set<String>) {
    if !named.contains("watts") { measurement.watts = measurement.volts * measurement.amperes }
    if !named.contains("ohms"), measurement.amperes > 0 {
      measurement.ohms = min(
        measurement.volts / measurement.amperes, UMMeasurement.openCircuitOhms)
    }
    // A temperature that no frame holds is refused under its own name.
    if !named.contains("fahrenheit"), (0...0xFFFF).contains(measurement.celsius) {
      measurement.fahrenheit = Int((Double(measurement.celsius) * 1.8 + 32).rounded())
    }
  }
}

extension TC66Frame: DerivableMeasurement {
  fileprivate mutating func derive(except named: Set<String>) {
    if !named.contains("watts") { measurement.watts = measurement.volts * measurement.amperes }
    if !named.contains("ohms") {
      measurement.ohms =
        measurement.amperes > 0
        ? measurement.volts / measurement.amperes : UMMeasurement.openCircuitOhms
    }
  }
}
