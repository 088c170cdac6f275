// Reads what is plugged into a meter.

import MeterEmulator

/// Reads loads, with the tables that their recordings are in.
struct LoadReader {
  let tables: RecordingTables

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

/// The tables of a file's recordings, read once each. A guest, which sees no file of the suite's, has
/// them from the host.
final class RecordingTables {
  /// The texts by the path that stands in the file.
  private(set) var texts: [String: String]
  private let folder: String?

  /// Tables in files; paths that are not absolute begin at the folder.
  init(in folder: String) {
    texts = [:]
    self.folder = folder
  }

  /// These tables and no others.
  init(_ texts: [String: String]) {
    self.texts = texts
    folder = nil
  }

  /// The recording in the table that the node names.
  func recording(_ node: Node) throws(ScenarioError) -> LoadRecording {
    let path = try node.line("the path of a recording")
    let text = try text(of: path, node)
    do throws(LoadRecordingError) { return try LoadRecording(csv: text) } catch {
      throw node.error("\(path)\(error.line.map { ":\($0)" } ?? ""): \(error.reason)")
    }
  }

  private func text(of path: String, _ node: Node) throws(ScenarioError) -> String {
    if let text = texts[path] { return text }
    guard let folder else { throw node.error("\(path): the table was not brought along") }
    let bytes: [UInt8]
    do throws(ScenarioError) {
      bytes = try ScenarioFile.bytes(
        of: path.hasPrefix("/") ? path : "\(folder)/\(path)", atMost: LoadKeys.tableBytes)
    } catch { throw node.error("\(path): \(error.message)") }
    guard bytes.count <= LoadKeys.tableBytes else {
      throw node.error("\(path): the table is longer than \(LoadKeys.tableBytes >> 20) MB")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw node.error("\(path): the table is no UTF-8 text")
    }
    texts[path] = text
    return text
  }
}
