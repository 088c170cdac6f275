// Which of the host's folders a guest must be shown besides its root.
//
// The guest sees the host's root read-only, but /tmp, /var and /run are covered by empty memory file
// systems, since programs write there. A checkout, a Python venv or a program under one of them is
// shown again at its own path.

/// The host's folders that are under a covered one.
public struct VisiblePaths {
  /// The folders that a guest covers with memory.
  public static let covered = ["/run", "/tmp", "/var"]
  /// What a checkout's top folder has.
  private static let checkoutMarks = [".git", "Package.swift", "pyproject.toml"]

  /// The folders to show, outer before inner.
  public private(set) var folders: [String] = []
  /// The files to show that stand in a covered folder itself, which as a whole cannot be shown.
  public private(set) var files: [String] = []

  /// Nothing to show.
  public init() {}

  /// Shows the path's folder if the guest would not see it: for a path inside a checkout, all of
  /// the checkout.
  public mutating func show(_ path: String) {
    guard let real = Files.absolute(path) else { return }
    // A link may lead out of a covered folder or into one: both ends are needed.
    for end in Set([path, real]) where Self.isCovered(end) {
      if Files.isFolder(end) {
        add(Self.root(of: end))
      } else if Self.covered.contains(Self.parent(end)) {
        if !files.contains(end) { files.append(end) }
      } else {
        add(Self.root(of: Self.parent(end)))
      }
    }
  }

  /// Shows exactly this folder.
  public mutating func add(_ folder: String) {
    guard !Self.covered.contains(folder) else { return }
    if folders.contains(where: { folder == $0 || folder.hasPrefix($0 + "/") }) { return }
    folders.removeAll { $0.hasPrefix(folder + "/") }
    folders.append(folder)
    folders.sort()
  }

  /// Whether the guest's memory covers the path.
  public static func isCovered(_ path: String) -> Bool {
    covered.contains { path.hasPrefix($0 + "/") }
  }

  /// The top of the checkout that the folder is in, or the folder itself.
  private static func root(of folder: String) -> String {
    var candidate = folder
    while isCovered(candidate) {
      if checkoutMarks.contains(where: { Files.exists(candidate + "/" + $0) }) { return candidate }
      candidate = parent(candidate)
    }
    return folder
  }

  /// The folder a path is in.
  static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
