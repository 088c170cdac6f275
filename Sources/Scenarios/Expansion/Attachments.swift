// The files that a scenario names: what it includes, and the tables of its recordings.

import MeterEmulator

/// Files that a scenario names, read once each. A guest, which sees no file of the suite's, has them
/// from the host.
final class Attachments {
  /// How many files one scenario may name.
  static let most = 1000

  /// The texts by path; relative paths begin where meterloop was started.
  private(set) var texts: [String: String]
  private let isComplete: Bool

  /// Files, read when they are asked for.
  init() {
    texts = [:]
    isComplete = false
  }

  /// These files and no others.
  init(_ texts: [String: String]) {
    self.texts = texts
    isComplete = true
  }

  /// The recording in the table that the node names.
  func recording(_ node: Node) throws(ScenarioError) -> LoadRecording {
    let path = try node.line("the path of a recording")
    let text = try text(of: path, node, what: "the table", atMost: LoadKeys.tableBytes)
    do throws(LoadRecordingError) { return try LoadRecording(csv: text) } catch {
      throw node.error("\(path)\(error.line.map { ":\($0)" } ?? ""): \(error.reason)")
    }
  }

  /// The document that the node includes.
  func document(_ node: Node) throws(ScenarioError) -> Node {
    let path = try node.line("the path of an included file")
    let text = try text(of: path, node, what: "the file", atMost: YAMLReader.maximumBytes)
    return try YAMLReader.read(
      Array(text.utf8), file: Self.place(of: path, from: node.source.folder), inclusion: node.place)
  }

  private func text(
    of path: String, _ node: Node, what: String, atMost limit: Int
  ) throws(ScenarioError) -> String {
    let place = Self.place(of: path, from: node.source.folder)
    if let text = texts[place] { return text }
    guard !isComplete else { throw node.error("\(path): \(what) was not brought along") }
    guard texts.count < Self.most else {
      throw node.error("\(path): a scenario names at most \(Self.most) files")
    }
    let bytes: [UInt8]
    do throws(ScenarioError) { bytes = try ScenarioFile.bytes(of: place, atMost: limit) } catch {
      throw node.error("\(path): \(error.message)")
    }
    guard bytes.count <= limit else {
      throw node.error("\(path): \(what) is longer than \(limit >> 20) MB")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw node.error("\(path): \(what) is no UTF-8 text")
    }
    texts[place] = text
    return text
  }

  /// The path from where meterloop was started, in one form: `a/../b.yaml` is `b.yaml`.
  static func place(of path: String, from folder: String) -> String {
    let whole = path.hasPrefix("/") || folder == "." ? path : "\(folder)/\(path)"
    var parts: [Substring] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !whole.hasPrefix("/") {
        parts.append(part)
      }
    }
    return (whole.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
