// From a path to a plan; nothing longer than a scenario may be is ever taken into memory.

import Glibc

/// Reads scenario files.
public enum ScenarioFile {
  /// The scenario in the file at `path`.
  public static func load(_ path: String) throws(ScenarioError) -> Scenario {
    try parse(try bytes(of: path, atMost: YAMLReader.maximumBytes), file: path)
  }

  /// The scenario in `bytes`, which came from `file`. The tables of its recordings are those given,
  /// or else files, whose paths begin at the scenario's folder.
  public static func parse(
    _ bytes: [UInt8], file: String, recordings: [String: String]? = nil
  ) throws(ScenarioError) -> Scenario {
    guard printable(file) == file, !file.contains(where: \.isNewline) else {
      throw ScenarioError(
        file: file, message: "the file's name holds a control character: rename the file")
    }
    let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
    let tables = recordings.map { RecordingTables($0) } ?? RecordingTables(in: folder)
    return try ScenarioReader(tables: tables).scenario(try YAMLReader.read(bytes, file: file))
  }

  /// A central's program and arguments, as a list or as the program alone: `[python3, central.py]`.
  public static func command(_ text: String, of option: String) throws(ScenarioError) -> [String] {
    let node = try YAMLReader.read(Array(text.utf8), file: option)
    if let program = node.scalar, !program.isEmpty { return [program] }
    return try ScenarioReader.command(node)
  }

  /// What is in a file, up to one byte more than the limit: enough to know that it is too long.
  static func bytes(of path: String, atMost limit: Int) throws(ScenarioError) -> [UInt8] {
    // Not blocking: a FIFO somebody named .yaml must not hang the suite.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ScenarioError(file: path, message: "not a file that can be read")
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = read(descriptor, &chunk, chunk.count)
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw failure(path, errno)
      }
      bytes.append(contentsOf: chunk.prefix(count))
    }
    return bytes
  }

  private static func failure(_ path: String, _ code: CInt) -> ScenarioError {
    ScenarioError(file: path, message: "cannot be read: \(String(cString: strerror(code)))")
  }
}
