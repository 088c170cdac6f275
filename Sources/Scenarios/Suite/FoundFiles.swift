// Looking for scenario files in folders.

import TestBench

/// Files found, each once however many ways lead to it.
struct FoundFiles {
  /// The paths as they were reached first, in the order of finding.
  private(set) var files: [String] = []
  private var seen: Set<String> = []

  /// Takes one file, whatever it is called.
  mutating func take(file path: String) {
    let place = Files.absolute(path) ?? path
    if seen.insert(place).inserted { files.append(path) }
  }

  /// Takes all scenario files in and below a folder. What begins with `_` is a part that others include.
  mutating func take(folder path: String) {
    take(folder: path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path, within: [])
  }

  private mutating func take(folder path: String, within outer: [String]) {
    // A link may lead back to where it is, or to what is above.
    guard let place = Files.absolute(path),
      !outer.contains(where: { $0 == place || $0.hasPrefix(place == "/" ? "/" : place + "/") }),
      seen.insert(place).inserted
    else { return }
    for name in Files.names(in: path) where !name.hasPrefix(".") && !name.hasPrefix("_") {
      let inner = path == "/" ? "/" + name : path + "/" + name
      if Files.isFolder(inner) {
        take(folder: inner, within: outer + [place])
      } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        take(file: inner)
      }
    }
  }
}
