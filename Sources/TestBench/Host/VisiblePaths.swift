// Which of the host's folders a guest must be shown besides its root.
//
// The guest sees the host's root read-only, but /tmp, /var and /run are covered by empty memory file
// systems, since programs write there. A checkout, a Python venv or a program under one of them is
// shown again at its own path.

/// What a guest is shown of the host's folders that are covered.
public struct VisiblePaths {
  /// The host's folders that a guest covers with memory.
  public static let covered = ["/run", "/tmp", "/var"]
  /// What the top folder of a checkout, or of a Python virtual environment, has.
  private static let topMarks = [".git", "Package.swift", "pyproject.toml", "pyvenv.cfg"]

  /// The folders to show, outer before inner.
  public private(set) var folders: [String] = []
  /// The files to show alone: those that lie directly in a covered folder.
  public private(set) var files: [String] = []

  /// Nothing to show.
  public init() {}

  /// Shows the path's folder if the guest would not see it: for a path inside a checkout or a
  /// virtual environment, all of it. Nothing happens where there is nothing at the path.
  public mutating func show(_ path: String) {
    guard let real = Files.absolute(path) else { return }
    // A link may lead out of a covered folder or into one: both ends are needed.
    for end in Set([Self.normal(path), real]).sorted() where Self.isCovered(end) {
      let folder = Files.isFolder(end) ? end : Self.parent(end)
      if Self.covered.contains(folder) {
        if !files.contains(end) { files.append(end) }
      } else {
        add(Self.root(of: folder))
      }
    }
  }

  /// Shows exactly this folder.
  public mutating func add(_ folder: String) {
    if folders.contains(where: { Self.is(folder, in: $0) }) { return }
    folders.removeAll { Self.is($0, in: folder) }
    folders.append(folder)
    folders.sort()
  }

  /// Whether the guest's memory covers the path.
  public static func isCovered(_ path: String) -> Bool {
    covered.contains { path.hasPrefix($0 + "/") }
  }

  /// Whether the folder can be shown again, or be written to: not one that the guest's own mounts
  /// are at, in or under.
  public static func canBeMounted(_ folder: String) -> Bool {
    !(covered + ["/dev", "/proc", "/sys"]).contains { own in
      `is`(own, in: folder) || (!covered.contains(own) && `is`(folder, in: own))
    }
  }

  /// Whether the path is the folder or lies in it.
  private static func `is`(_ path: String, in folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  /// The top of what the folder is in, or the folder itself.
  private static func root(of folder: String) -> String {
    var candidate = folder
    while isCovered(candidate) {
      if topMarks.contains(where: { Files.exists(candidate + "/" + $0) }) { return candidate }
      candidate = parent(candidate)
    }
    return folder
  }

  /// The path without `.`, `..` and doubled slashes; links are not followed.
  private static func normal(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The folder a path is in.
  static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
