// Reads what is plugged into a meter.

import MeterEmulator

/// Reads loads, with the tables that their recordings are in.
struct LoadReader {
  let tables: Attachments

  /// The load that a meter begins with: of a steady one, what is not said is that of no load.
  func program(_ node: Node) throws(ScenarioError) -> LoadProgram {
    switch try change(node) {
    case .program(let program): return program
    case .steady: return .constant(try Fields(node, of: LoadKeys.load).load())
    }
  }

  /// A new load: of a steady one, what is not said stays as it is.
  func change(_ node: Node) throws(ScenarioError) -> MeterChange.NewLoad {
    let fields = try Fields(node, of: LoadKeys.load)
    let entries = try node.entries(of: "a load")
    for form in LoadForm.all {
      guard let value = fields[form.name] else { continue }
      guard entries.count == 1 else {
        throw node.error("a load with '\(form.name):' has nothing else beside it")
      }
      switch form.value {
      case .mapping(let mapping, let read): return .program(try read(Fields(value, of: mapping)))
      case .table: return .program(.recording(try tables.recording(value)))
      }
    }
    return .steady(
      volts: try fields["volts"].map { node throws(ScenarioError) in try node.volts("volts") },
      amperes: try fields["amperes"].map { node throws(ScenarioError) in
        try node.amperes("amperes")
      })
  }

  /// What the fields of a meter step change about the meter.
  func meterChange(
    _ fields: Fields, of meter: MeterConfiguration
  ) throws(ScenarioError) -> MeterChange {
    let load = try fields["load"].map { node throws(ScenarioError) in
      let load = try self.change(node)
      guard load != .steady(volts: nil, amperes: nil) else {
        throw node.error("nothing is changed: say volts, amperes, or a load that changes by itself")
      }
      return load
    }
    let change = MeterChange(
      load: load,
      settings: try SettingKey.settings(in: fields, for: meter))
    guard change != MeterChange() else {
      throw fields.node.error("nothing is changed: say a 'load:', or what is set at the meter")
    }
    return change
  }
}
