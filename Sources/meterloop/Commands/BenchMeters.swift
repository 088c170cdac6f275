// The meters of `meterloop bench`, from its options.

import MeterEmulator
import Records
import Scenarios
import SharedProtocols
import TestBench

/// Reads --meter and what goes with it.
enum BenchMeters {
  /// The meters; paths of recordings begin at the folder.
  static func read(
    _ parsed: OptionTable.Parsed, folder: String
  ) throws(UsageError) -> [MeterConfiguration] {
    let words = parsed.all("meter")
    let delay = try advertisingDelay(parsed, hasMeters: !words.isEmpty)
    guard !words.contains(where: { $0.hasPrefix("{") }) else {
      return try written(words, parsed, folder, advertiseAfter: delay)
    }
    let names = parsed.all("name")
    let loads = parsed.all("load")
    guard names.count <= words.count, loads.count <= words.count else {
      throw UsageError(message: "there are more --name or --load than --meter")
    }
    var models: [MeterModel] = []
    for word in words { models.append(try model(word)) }
    let profiles = try profiles(parsed, of: models)
    let firmwares = try firmwares(parsed, of: models, profiles)
    var meters: [MeterConfiguration] = []
    for (index, model) in models.enumerated() {
      let defaults = MeterDefaults(
        model: model, profile: profiles[index], firmware: firmwares[index])
      var meter = MeterConfiguration(
        model: model, profile: profiles[index], firmware: firmwares[index],
        name: try names.indices.contains(index)
          ? name(names[index]) : defaults.name(suffix: defaultSuffix(index)),
        advertiseAfter: delay)
      if loads.indices.contains(index) { meter.program = try load(loads[index], folder: folder) }
      meters.append(meter)
    }
    return meters
  }

  /// Meters of which one at least is written out as in a scenario file: `{model: TC66C, mtu: 23}`.
  private static func written(
    _ words: [String], _ parsed: OptionTable.Parsed, _ folder: String,
    advertiseAfter delay: Duration
  ) throws(UsageError) -> [MeterConfiguration] {
    var meters: [MeterConfiguration] = []
    for word in words {
      var meter = try written(
        word.hasPrefix("{") ? word : "{model: \(word)}", parsed, option: "--meter", folder: folder)
      meter.advertiseAfter = delay
      meters.append(meter)
    }
    return meters
  }

  /// A meter that is written out as in a scenario file.
  static func written(
    _ text: String, _ parsed: OptionTable.Parsed, option: String, folder: String
  ) throws(UsageError) -> MeterConfiguration {
    for other in ["name", "load", "profile", "firmware"] where !parsed.all(other).isEmpty {
      throw UsageError(
        message: "--\(other) and \(option) '{…}' exclude each other: say it inside")
    }
    do throws(ScenarioError) {
      return try MeterPlan(written: text, in: option, folder: folder).configuration
    } catch { throw UsageError(message: error.rendered) }
  }

  static func model(
    _ word: String, option: String = "--meter "
  ) throws(UsageError) -> MeterModel {
    guard let model = MeterModel(named: word) else {
      let models = MeterModel.allCases.map { $0.rawValue.lowercased() }.joined(separator: ", ")
      throw UsageError(message: "\(option)\(word): there is no such model; there are \(models)")
    }
    return model
  }

  static func profile(_ word: String) throws(UsageError) -> MeterProfile {
    guard let profile = MeterProfile(rawValue: word) else {
      let words = MeterProfile.allCases.map(\.rawValue).joined(separator: " and ")
      throw UsageError(message: "--profile \(word): there is no such profile; there are \(words)")
    }
    return profile
  }

  static func firmware(_ word: String) throws(UsageError) -> TC66Firmware {
    guard let firmware = TC66Firmware(word) else {
      throw UsageError(message: "--firmware takes a version such as 1.14, not '\(word)'")
    }
    return firmware
  }

  /// One for all meters, or one for each.
  private static func profiles(
    _ parsed: OptionTable.Parsed, of models: [MeterModel]
  ) throws(UsageError) -> [MeterProfile] {
    var profiles: [MeterProfile] = []
    for word in parsed.all("profile") { profiles.append(try profile(word)) }
    return try spread(profiles, over: models.count, "--profile", of: "--meter")
      ?? models.map { _ in .documented }
  }

  /// One for all factory TC66Cs, or one for each.
  private static func firmwares(
    _ parsed: OptionTable.Parsed, of models: [MeterModel], _ profiles: [MeterProfile]
  ) throws(UsageError) -> [TC66Firmware] {
    var given: [TC66Firmware] = []
    for word in parsed.all("firmware") { given.append(try firmware(word)) }
    let differs = zip(models, profiles).map { $0 == .tc66c && $1 == .factory }
    var firmwares =
      try spread(
        given, over: differs.count(where: { $0 }), "--firmware", of: "factory TC66C")?[...] ?? []
    return differs.map { $0 ? firmwares.popFirst() ?? .published : .published }
  }

  /// The values for `count` meters; nil when none was given.
  private static func spread<Value>(
    _ values: [Value], over count: Int, _ option: String, of what: String
  ) throws(UsageError) -> [Value]? {
    guard let first = values.first else { return nil }
    if values.count == count { return values }
    guard values.count == 1, count > 0 else {
      throw UsageError(
        message: "\(option) is given once for all or once for each \(what): "
          + "there are \(values.count) for \(count)")
    }
    return Array(repeating: first, count: count)
  }

  private static func advertisingDelay(
    _ parsed: OptionTable.Parsed, hasMeters: Bool
  ) throws(UsageError) -> Duration {
    guard let text = parsed.value("advertise-after") else { return .zero }
    guard hasMeters else {
      throw UsageError(message: "--advertise-after is about meters; put one on the air by --meter")
    }
    guard let delay = Duration(scenarioText: text) else {
      throw UsageError(message: "--advertise-after takes a time such as 2s or 300ms, not '\(text)'")
    }
    return delay
  }

  private static func name(_ text: String) throws(UsageError) -> String {
    let longest = MeterAnnouncement.longestNameBytes
    guard (1...longest).contains(text.utf8.count) else {
      throw UsageError(
        message: "--name '\(text)' has \(text.utf8.count) bytes; "
          + "an advertisement holds 1 to \(longest)")
    }
    return try printableName(text)
  }

  /// A name that is one line, as in a scenario.
  static func printableName(_ text: String) throws(UsageError) -> String {
    if let problem = lineProblem(of: text) {
      throw UsageError(message: "--name: the name \(problem)")
    }
    return text
  }

  /// The serial number of a meter that was given no name: 0001 for the first.
  private static func defaultSuffix(_ index: Int) -> String {
    let digits = String(index + 1)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// A load: `volts=5.08,amperes=1.2`, or as in a scenario file `{ramp: {…}}`, or a recording's
  /// path, which ends in `.csv`.
  static func load(_ text: String, folder: String) throws(UsageError) -> LoadProgram {
    let isTable = text.hasSuffix(".csv") && !text.hasPrefix("{")
    guard isTable || text.hasPrefix("{") else { return .constant(try steadyLoad(text)) }
    do throws(ScenarioError) {
      return isTable
        ? try LoadProgram(table: text, in: "--load", folder: folder)
        : try LoadProgram(written: text, in: "--load", folder: folder)
    } catch { throw UsageError(message: error.rendered) }
  }

  private static func steadyLoad(_ text: String) throws(UsageError) -> Load {
    var values: [Substring: Double] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: "=", maxSplits: 1)
      guard words.count == 2, let value = Double(words[1]) else {
        throw UsageError(
          message: "--load takes volts=5.08,amperes=1.2, '{ramp: …}' as in a scenario file, or a "
            + "table.csv, not '\(text)'")
      }
      guard words[0] == "volts" || words[0] == "amperes" else {
        throw UsageError(message: "--load: there is no '\(words[0])'; volts and amperes can be set")
      }
      guard values.updateValue(value, forKey: words[0]) == nil else {
        throw UsageError(message: "--load names \(words[0]) twice: '\(text)'")
      }
    }
    do throws(LoadError) {
      return try Load(
        volts: values["volts"] ?? Load.none.volts, amperes: values["amperes"] ?? Load.none.amperes)
    } catch {
      throw UsageError(message: "--load: \(error)")
    }
  }
}
