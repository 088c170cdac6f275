// The scenarios of a suite, found on disk.

import EventLoop
import Glibc
import TestBench

/// A scenario that was read, with the text it was read from.
public struct SuiteItem: Sendable {
  /// The file as the user wrote it.
  public let file: String
  /// Its text.
  public let text: String
  /// What it says.
  public let scenario: Scenario

  /// The folder of its run: its path without what says nothing.
  var folderName: String {
    let stem = file.hasSuffix(".yaml") ? String(file.dropLast(5)) : file
    let words = stem.split(separator: "/").filter { $0 != "." && $0 != ".." && $0 != "scenarios" }
    return words.joined(separator: "-").map { character in
      character.isLetter || character.isNumber || "-_.".contains(character)
        ? String(character) : "_"
    }.joined()
  }

  /// The files that the paths name: a folder stands for all `.yaml` files in and below it.
  public static func files(_ paths: [String]) throws(BenchError) -> [String] {
    var files: [String] = []
    for path in paths {
      guard Files.exists(path) else {
        throw BenchError("\(path): there is no such file or folder", remedy: "")
      }
      let found = Files.isFolder(path) ? below(path) : [path]
      for file in found where !files.contains(file) { files.append(file) }
    }
    return files
  }

  private static func below(_ folder: String) -> [String] {
    let base = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    return Files.names(in: base).flatMap { name -> [String] in
      let path = base + "/" + name
      if name.hasPrefix(".") { return [] }
      if Files.isFolder(path) { return below(path) }
      return name.hasSuffix(".yaml") || name.hasSuffix(".yml") ? [path] : []
    }
  }

  /// Reads each file; what is no scenario is told apart.
  public static func read(_ files: [String]) -> (items: [SuiteItem], unreadable: [ScenarioError]) {
    var items: [SuiteItem] = []
    var unreadable: [ScenarioError] = []
    for file in files {
      do throws(ScenarioError) {
        let bytes = try ScenarioFile.bytes(of: file)
        let scenario = try ScenarioFile.parse(bytes, file: file)
        items.append(
          SuiteItem(
            file: file, text: String(decoding: bytes, as: UTF8.self), scenario: scenario))
      } catch { unreadable.append(error) }
    }
    return (items, unreadable)
  }
}
