// What the folders of a suite's runs are called.

/// Names of run folders.
enum RunNames {
  /// So long that a number can be appended within the 255 bytes that file systems allow.
  private static let longestBytes = 200

  /// A name for each of the files, no two the same: a number is appended where two would be.
  static func unique(for files: [String]) -> [String] {
    var taken: Set<String> = []
    return files.map { file in
      let name = name(for: file)
      var candidate = name
      var number = 1
      while !taken.insert(candidate).inserted {
        number += 1
        candidate = "\(name)-\(number)"
      }
      return candidate
    }
  }

  /// The file's path without what says nothing, and the row of its table.
  private static func name(for file: String) -> String {
    let words = withoutExtension(file).replacing("[", with: "-").replacing("]", with: "").split(
      separator: "/"
    ).filter {
      $0 != "." && $0 != ".." && $0 != "scenarios"
    }
    let name = words.joined(separator: "-").map { character in
      character.isLetter || character.isNumber || "-_.".contains(character)
        ? String(character) : "_"
    }.joined()
    // A hidden folder would be hard to find.
    return shortened(name.isEmpty || name.hasPrefix(".") ? "scenario" + name : name)
  }

  /// The path without `.yaml` or `.yml`, also where the row of a table stands behind it.
  static func withoutExtension(_ file: String) -> String {
    for ending in [".yaml", ".yml"] {
      if file.hasSuffix(ending) { return String(file.dropLast(ending.count)) }
      guard file.hasSuffix("]"), let bracket = file.lastIndex(of: "[") else { continue }
      let path = file[..<bracket]
      if path.hasSuffix(ending) { return String(path.dropLast(ending.count) + file[bracket...]) }
    }
    return file
  }

  /// The end says more than the beginning.
  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > longestBytes else { return name }
    var end = Substring(name)
    while end.utf8.count > longestBytes { end = end.dropFirst() }
    return String(end)
  }
}
