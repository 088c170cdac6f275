// The keys of a load in a scenario file.

import MeterEmulator

/// The mappings of `load:`.
enum LoadKeys {
  static let noiseInterval = Duration.milliseconds(500)
  static let noiseSeed = 1
  /// Up to a day at a point a second.
  static let tableBytes = 4 << 20

  static let steady = Mapping("a load", steadyKeys)

  /// A steady load or one of the forms.
  static let load = Mapping(
    "a load",
    steadyKeys
      + LoadForm.all.map { form in
        switch form.value {
        case .mapping(let mapping, _):
          Key(form.name, Form("a mapping", .mapping(mapping)), form.summary)
        case .table: Key(form.name, Form("the path of a CSV file", .text), form.summary)
        }
      })

  static let steps = Mapping(
    "steps",
    [
      Key(
        "loads", Form("list of loads", .list(.mapping(step))), isRequired: true,
        "The loads, each with its time in `for`."),
      Key(
        "repeats", .flag,
        "Whether the first comes again when the last is over; `false` if not said."),
    ])

  static let step = Mapping(
    "a step's load",
    steadyKeys + [Key("for", .time, isRequired: true, "How long it stays.")])

  static let ramp = Mapping(
    "a ramp",
    [
      Key("from", steadyForm, isRequired: true, "Where it begins."),
      Key("to", steadyForm, isRequired: true, "Where it ends, and stays."),
      Key("over", .time, isRequired: true, "How long it takes."),
    ])

  static let sine = Mapping(
    "a sine",
    [around] + amplitudes + [
      Key("period", .time, isRequired: true, "From one rise through the middle to the next.")
    ])

  static let noise = Mapping(
    "noise",
    [around] + amplitudes + [
      Key(
        "every", .time, "From one value to the next; \(noiseInterval.text) if not said."),
      Key(
        "seed", .integer(0...Int.max),
        "Which noise it is: one seed is one sequence; \(noiseSeed) if not said."),
    ])

  static let charge = Mapping(
    "a charge curve",
    [
      Key("volts", volts, "The contract's voltage; \(plain(curve.volts)) if not said."),
      Key("amperes", amperes, "The full current; \(plain(curve.amperes)) if not said."),
      Key(
        "negotiatingAmperes", amperes,
        "The current at 5 V before the contract; \(plain(curve.negotiatingAmperes)) if not said."),
      Key(
        "fullAmperes", amperes,
        "The fading current at which the battery is full; \(plain(curve.fullAmperes)) if not said."),
      Key(
        "trickleAmperes", amperes,
        "The current from then on; \(plain(curve.trickleAmperes)) if not said."),
      Key(
        "attachAfter", .time,
        "When the device is plugged in; \(curve.attachAfter.text) if not said."),
      Key(
        "negotiation", .time, "From then to the contract; \(curve.negotiation.text) if not said."),
      Key(
        "rise", .time,
        "From the contract to full voltage and current; \(curve.rise.text) if not said."),
      Key(
        "constantCurrent", .time,
        "How long the full current flows; \(curve.constantCurrent.text) if not said."),
      Key(
        "fading", .time,
        "In which time the current then fades to 1/e, 37 %; \(curve.fading.text) if not said."),
    ])

  private static let curve = ChargeCurve.Parameters()
  private static let volts = Form.number(.volts, Load.voltsRange, unit: "V")
  private static let amperes = Form.number(.amperes, Load.amperesRange, unit: "A")
  private static let steadyForm = Form("`{volts: …, amperes: …}`", .mapping(steady))

  private static let steadyKeys = [
    Key("volts", volts, "The voltage; `5.08`, `5.08V` or `5080mV`."),
    Key("amperes", amperes, "The current; `1.2`, `1.2A` or `1200mA`."),
  ]

  private static let around = Key(
    "around", steadyForm, isRequired: true, "The middle.")

  private static let amplitudes = [
    Key("volts", volts, "How far the voltage goes up and down; 0 if not said."),
    Key("amperes", amperes, "How far the current does; 0 if not said."),
  ]
}
