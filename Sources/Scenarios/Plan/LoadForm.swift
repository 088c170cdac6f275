// The forms that a load can have in a scenario file: the reader goes by this table, and the reference
// page prints it.

import MeterEmulator
import Records

/// A load that changes by itself.
struct LoadForm: Sendable {
  /// What stands under its key.
  enum Value: Sendable {
    /// A mapping with these keys.
    case mapping(Mapping, @Sendable (Fields) throws(ScenarioError) -> LoadProgram)
    /// The path of a table of measured loads.
    case table
  }

  /// Its key.
  let name: String
  /// What it does.
  let summary: String
  /// One of them, as it stands in a scenario.
  let example: String
  let value: Value

  /// All forms.
  static let all = [steps, ramp, sine, noise, recording, charge]

  private static let steps = LoadForm(
    name: "steps", summary: "One load after the other; the last one stays.",
    example: "load: {steps: {loads: [{volts: 5, amperes: 1, for: 10s}, {volts: 9, for: 5s}]}}",
    value: .mapping(LoadKeys.steps) { fields throws(ScenarioError) in
      let list = try fields.required("loads")
      let items = try list.items(of: "loads")
      guard !items.isEmpty else { throw list.error("steps have at least one load") }
      var steps: [(load: Load, duration: Duration)] = []
      for item in items {
        let step = try Fields(item, of: LoadKeys.step)
        steps.append((try step.load(), try step.required("for").programTime("for")))
      }
      let repeats = try fields["repeats"].map { node throws(ScenarioError) in
        try node.flag("repeats")
      }
      return .steps(
        try fields.node.program { () throws(LoadProgramError) in
          try LoadSteps(steps, repeats: repeats ?? false)
        })
    })

  private static let ramp = LoadForm(
    name: "ramp", summary: "Evenly from one load to another, which stays.",
    example: "load: {ramp: {from: {volts: 5}, to: {volts: 9, amperes: 2}, over: 10s}}",
    value: .mapping(LoadKeys.ramp) { fields throws(ScenarioError) in
      let from = try fields.required("from").steadyLoad()
      let to = try fields.required("to").steadyLoad()
      let over = try fields.required("over").programTime("over")
      return .ramp(
        try fields.node.program { () throws(LoadProgramError) in
          try LoadRamp(from: from, to: to, over: over)
        })
    })

  private static let sine = LoadForm(
    name: "sine", summary: "Up and down around a load, beginning there and rising.",
    example: "load: {sine: {around: {volts: 5, amperes: 1}, amperes: 500mA, period: 1min}}",
    value: .mapping(LoadKeys.sine) { fields throws(ScenarioError) in
      let around = try fields.required("around").steadyLoad()
      let (volts, amperes) = try fields.amplitudes()
      let period = try fields.required("period").programTime("period")
      return .sine(
        try fields.node.program { () throws(LoadProgramError) in
          try LoadSine(around: around, volts: volts, amperes: amperes, period: period)
        })
    })

  private static let noise = LoadForm(
    name: "noise", summary: "Random around a load, and the same in each run.",
    example: "load: {noise: {around: {volts: 5, amperes: 1}, volts: 20mV, amperes: 5mA, seed: 7}}",
    value: .mapping(LoadKeys.noise) { fields throws(ScenarioError) in
      let around = try fields.required("around").steadyLoad()
      let (volts, amperes) = try fields.amplitudes()
      var every = LoadKeys.noiseInterval
      if let node = fields["every"] { every = try node.programTime("every") }
      var seed = LoadKeys.noiseSeed
      if let node = fields["seed"] { seed = try node.integer("seed", in: 0...Int.max) }
      let interval = every
      let number = UInt64(seed)
      return .noise(
        try fields.node.program { () throws(LoadProgramError) in
          try LoadNoise(
            around: around, volts: volts, amperes: amperes, every: interval, seed: number)
        })
    })

  private static let recording = LoadForm(
    name: "recording", summary: "What somebody measured: a table of times, voltages and currents.",
    example: "load: {recording: loads/phone.csv}", value: .table)

  private static let charge = LoadForm(
    name: "charge",
    summary:
      "A device that charges over USB Power Delivery: 5 V without current until it is plugged "
      + "in, little current while it negotiates, then the contract's voltage and the full current, "
      + "then a current that fades exponentially, and a trickle when the battery is full.",
    example: "load: {charge: {volts: 9, amperes: 2, constantCurrent: 90min}}",
    value: .mapping(LoadKeys.charge) { fields throws(ScenarioError) in
      var curve = ChargeCurve.Parameters()
      if let node = fields["volts"] { curve.volts = try node.volts("volts") }
      if let node = fields["amperes"] { curve.amperes = try node.amperes("amperes") }
      if let node = fields["negotiatingAmperes"] {
        curve.negotiatingAmperes = try node.amperes("negotiatingAmperes")
      }
      if let node = fields["fullAmperes"] { curve.fullAmperes = try node.amperes("fullAmperes") }
      if let node = fields["trickleAmperes"] {
        curve.trickleAmperes = try node.amperes("trickleAmperes")
      }
      if let node = fields["attachAfter"] {
        curve.attachAfter = try node.programTime("attachAfter")
      }
      if let node = fields["negotiation"] {
        curve.negotiation = try node.programTime("negotiation")
      }
      if let node = fields["rise"] { curve.rise = try node.programTime("rise") }
      if let node = fields["constantCurrent"] {
        curve.constantCurrent = try node.programTime("constantCurrent")
      }
      if let node = fields["fading"] { curve.fading = try node.programTime("fading") }
      do throws(ChargeCurveError) { return .charge(try ChargeCurve(curve)) } catch {
        throw fields.node.error(error.description)
      }
    })
}

extension Fields {
  /// The `volts` and `amperes` of a steady load; what is not said is that of no load.
  func load() throws(ScenarioError) -> Load {
    let volts = try self["volts"].map { node throws(ScenarioError) in try node.volts("volts") }
    let amperes = try self["amperes"].map { node throws(ScenarioError) in
      try node.amperes("amperes")
    }
    do throws(LoadError) {
      return try Load(volts: volts ?? Load.none.volts, amperes: amperes ?? Load.none.amperes)
    } catch { throw node.error(error.description) }
  }

  /// The `volts` and `amperes` by which a load goes up and down; 0 where not said.
  fileprivate func amplitudes() throws(ScenarioError) -> (volts: Double, amperes: Double) {
    guard self["volts"] != nil || self["amperes"] != nil else {
      throw node.error("nothing changes: say by how many 'volts:' or 'amperes:'")
    }
    return (
      try self["volts"].map { node throws(ScenarioError) in try node.volts("volts") } ?? 0,
      try self["amperes"].map { node throws(ScenarioError) in try node.amperes("amperes") } ?? 0
    )
  }
}

extension Node {
  /// A voltage that a load can have.
  func volts(_ what: String) throws(ScenarioError) -> Double {
    try number(what, of: .volts, in: Load.voltsRange)
  }

  /// A current that a load can have.
  func amperes(_ what: String) throws(ScenarioError) -> Double {
    try number(what, of: .amperes, in: Load.amperesRange)
  }

  fileprivate func steadyLoad() throws(ScenarioError) -> Load {
    try Fields(self, of: LoadKeys.steady).load()
  }

  /// A stretch of a program's time.
  fileprivate func programTime(_ what: String) throws(ScenarioError) -> Duration {
    let duration = try duration(what)
    guard duration >= .milliseconds(1) else { throw error("\(what) must be at least 1ms") }
    return duration
  }

  /// What `make` makes; why it cannot is an error here.
  fileprivate func program<Program>(
    _ make: () throws(LoadProgramError) -> Program
  ) throws(ScenarioError) -> Program {
    do throws(LoadProgramError) { return try make() } catch { throw self.error(error.description) }
  }
}
