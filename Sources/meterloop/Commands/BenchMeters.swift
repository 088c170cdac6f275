// The meters of `meterloop bench`, from its options.

import MeterEmulator
import Records
import Scenarios
import SharedProtocols
import TestBench

/// Reads --meter, --name, --load and --advertise-after.
enum BenchMeters {
  static func read(_ parsed: OptionTable.Parsed) throws(UsageError) -> [MeterSpecification] {
    let models = parsed.all("meter")
    let names = parsed.all("name")
    let loads = parsed.all("load")
    guard names.count <= models.count, loads.count <= models.count else {
      throw UsageError(message: "there are more --name or --load than --meter")
    }
    var delay = Duration.zero
    if let text = parsed.value("advertise-after") {
      guard !models.isEmpty else {
        throw UsageError(message: "--advertise-after is about meters; put one on the air by --meter")
      }
      guard let duration = Duration(scenarioText: text) else {
        throw UsageError(
          message: "--advertise-after takes a time such as 2s or 300ms, not '\(text)'")
      }
      delay = duration
    }
    var meters: [MeterSpecification] = []
    for (index, word) in models.enumerated() {
      let model = try model(word)
      let load = try loads.indices.contains(index) ? self.load(loads[index]) : Load.none
      meters.append(
        MeterSpecification(
          model: model.rawValue,
          name: try names.indices.contains(index)
            ? name(names[index]) : "\(model.rawValue)-\(defaultSuffix(index))",
          volts: load.volts, amperes: load.amperes,
          advertiseAfterNanoseconds: delay.wholeNanoseconds))
    }
    return meters
  }

  private static func model(_ word: String) throws(UsageError) -> MeterModel {
    guard let model = MeterModel(named: word) else {
      throw UsageError(message: "--meter \(word): there is no such model; um25c can be emulated")
    }
    guard MeterSpecification.isEmulated(model) else {
      throw UsageError(message: "--meter \(word): not emulated yet; um25c can be")
    }
    return model
  }

  private static func name(_ text: String) throws(UsageError) -> String {
    let longest = MeterAnnouncement.longestNameBytes
    guard (1...longest).contains(text.utf8.count) else {
      throw UsageError(
        message: "--name '\(text)' has \(text.utf8.count) bytes; an advertisement holds 1 to \(longest)")
    }
    return text
  }

  /// The serial number of a meter that was given no name: 0001 for the first.
  private static func defaultSuffix(_ index: Int) -> String {
    let digits = String(index + 1)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// A load from `volts=5.08,amperes=1.2`.
  static func load(_ text: String) throws(UsageError) -> Load {
    var values: [Substring: Double] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: "=", maxSplits: 1)
      guard words.count == 2, let value = Double(words[1]) else {
        throw UsageError(message: "--load takes volts=5.08,amperes=1.2, not '\(text)'")
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
