// What is written as in a scenario file, but stands elsewhere: in an option, or in a script's command.

import MeterEmulator

extension MeterPlan {
  /// A meter that is written as in a scenario file; `place` is where, for messages. The tables of
  /// recordings are looked for from the folder.
  public init(
    written text: String, in place: String, folder: String
  ) throws(ScenarioError) {
    self = try MeterReader(loads: LoadReader(tables: Attachments()))
      .meter(try YAMLReader.read(Array(text.utf8), file: place, folder: folder))
  }
}

extension LoadProgram {
  /// A load that is written as in a scenario file.
  public init(written text: String, in place: String, folder: String) throws(ScenarioError) {
    self = try LoadReader(tables: Attachments())
      .program(try YAMLReader.read(Array(text.utf8), file: place, folder: folder))
  }

  /// The recording in the table at the path.
  public init(table path: String, in place: String, folder: String) throws(ScenarioError) {
    let source = SourceText(file: place, text: path, folder: folder)
    let node = Node(
      source: source, position: SourcePosition(line: 1, column: 1),
      content: .scalar(path, isPlain: false))
    self = .recording(try Attachments().recording(node))
  }
}

extension MeterChange {
  /// A change of this meter that is written as the `meter:` step of a scenario, without a name.
  public init(
    written text: String, of meter: MeterConfiguration, in place: String, folder: String
  ) throws(ScenarioError) {
    let node = try YAMLReader.read(Array(text.utf8), file: place, folder: folder)
    self = try LoadReader(tables: Attachments())
      .meterChange(try Fields(node, of: ScenarioKeys.meterChange), of: meter)
  }
}
