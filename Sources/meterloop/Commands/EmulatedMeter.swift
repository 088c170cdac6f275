// The meter of `meterloop emulate`, from its options.

import Faults
import HostLane
import MeterEmulator
import Scenarios
import SharedProtocols
import TestBench

/// Reads what kind of meter is wanted, and its faults.
enum EmulatedMeter {
  /// The meter; paths of recordings begin at the folder.
  static func configuration(
    _ word: String, _ parsed: OptionTable.Parsed, folder: String
  ) throws(UsageError) -> MeterConfiguration {
    if word.hasPrefix("{") {
      return try BenchMeters.written(word, parsed, option: "MODEL", folder: folder)
    }
    let model = try BenchMeters.model(word, option: "")
    let profile = try parsed.value("profile").map(BenchMeters.profile) ?? .documented
    let firmware = try parsed.value("firmware").map(BenchMeters.firmware)
    guard firmware == nil || (model == .tc66c && profile == .factory) else {
      throw UsageError(message: "--firmware is about a TC66C with --profile factory")
    }
    guard parsed.value("name") != "" else {
      throw UsageError(message: "--name: a meter has a name")
    }
    var meter = MeterConfiguration(
      model: model, profile: profile, firmware: firmware ?? .published,
      name: try parsed.value("name").map(BenchMeters.printableName))
    if let load = parsed.value("load") {
      meter.program = try BenchMeters.load(load, folder: folder)
    }
    return meter
  }

  /// Reads changes of the meter that scripts ask for, as in a scenario's `meter:` step.
  static func changeReader(
    of meter: MeterConfiguration, folder: String
  ) -> (String) throws(CommandRefusal) -> MeterChange {
    { text throws(CommandRefusal) in
      do throws(ScenarioError) {
        return try MeterChange(written: text, of: meter, in: "command", folder: folder)
      } catch {
        // The script's line is its own: what is wrong with it says enough.
        let suggestion = error.suggestion.map { "; did you mean '\($0)'?" } ?? ""
        throw CommandRefusal(error.message + suggestion)
      }
    }
  }

  /// The address that is asked for, as BlueZ writes it.
  static func address(_ parsed: OptionTable.Parsed) throws(UsageError) -> String? {
    guard let text = parsed.value("address") else { return nil }
    guard let address = BluetoothAddress(text) else {
      throw UsageError(message: "--address takes one such as 00:15:A6:00:36:2F, not '\(text)'")
    }
    return address.description
  }

  /// The verb and the parameters of `payload.badChecksum,frames=3`.
  static func faultText(_ text: String) throws(UsageError) -> Emulation.FaultText {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    var parameters: [String: String] = [:]
    for part in parts.dropFirst() {
      let words = part.split(separator: "=", maxSplits: 1)
      guard words.count == 2 else {
        throw UsageError(message: "--fault takes payload.badChecksum,frames=3, not '\(text)'")
      }
      parameters[String(words[0])] = String(words[1])
    }
    let fault = Emulation.FaultText(verb: String(parts[0]), parameters: parameters)
    do throws(CommandRefusal) {
      _ = try self.fault(fault.verb, fault.parameters)
    } catch {
      throw UsageError(message: "--fault: \(error)")
    }
    return fault
  }

  /// A fault that strikes the meter alone, as bluetoothd lets us strike no more than that.
  static func fault(
    _ name: String, _ parameters: [String: String]
  ) throws(CommandRefusal) -> any MeterFaultVerb {
    let there = FaultVocabulary.all.compactMap { $0 as? any MeterFaultVerb.Type }
    guard let verb = there.first(where: { $0.fullName == name }) else {
      let isElsewhere = FaultVocabulary.all.contains { $0.fullName == name }
      let names = there.map { $0.fullName }.joined(separator: ", ")
      throw CommandRefusal(
        isElsewhere
          ? "\(name) needs the bench's air, which this lane does not have: use a scenario"
          : "there is no fault '\(name)'; there can be \(names)")
    }
    var values: [String: FaultValue] = [:]
    for (key, text) in parameters {
      let parameter = verb.parameters.first { $0.name == key }
      values[key] = parameter.map { value(text, $0.kind) } ?? .text(text)
    }
    do throws(FaultArgumentError) {
      return try verb.make(values)
    } catch {
      throw CommandRefusal("\(name): \(error)")
    }
  }

  /// The value of a text; what cannot be one of the kind stays a text, which the verb then refuses.
  private static func value(_ text: String, _ kind: FaultParameter.Kind) -> FaultValue {
    let parsed: FaultValue? =
      switch kind {
      case .duration: Duration(scenarioText: text).map { .duration($0) }
      case .integer: Int(text).map { .integer($0) }
      case .byte, .errorCode:
        text.hasPrefix("0x")
          ? Int(text.dropFirst(2), radix: 16).map { .integer($0) } : Int(text).map { .integer($0) }
      case .flag: Bool(text).map { .flag($0) }
      case .bytes: bytes(text).map { .bytes($0) }
      case .choice, .text: nil
      }
    return parsed ?? .text(text)
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    do throws(HexTextError) { return try HexText.bytes(text) } catch { return nil }
  }
}
