// From a path to a plan; nothing longer than a scenario may be is ever taken into memory.

import Glibc

/// Reads scenario files.
public enum ScenarioFile {
  /// The scenarios in the file at `path`: one, or one for each row of its table.
  public static func load(_ path: String) throws(ScenarioError) -> [Scenario] {
    try scenarios(in: try bytes(of: path), file: path)
  }

  /// The scenarios in `bytes`, which came from `file`: one, or one for each row of its table. The files
  /// that it names are those given, or else read from the disk.
  public static func scenarios(
    in bytes: [UInt8], file: String, attachments texts: [String: String]? = nil
  ) throws(ScenarioError) -> [Scenario] {
    let attachments = texts.map { Attachments($0) } ?? Attachments()
    let expansion = try expansion(bytes, file, attachments)
    var scenarios: [Scenario] = []
    for label in expansion.labels {
      scenarios.append(try scenario(label, of: expansion, attachments))
    }
    return scenarios
  }

  /// The one scenario in `bytes`, or that of the row with this label. The files that it names are those
  /// given, or else read from the disk.
  public static func parse(
    _ bytes: [UInt8], file: String, case label: String? = nil,
    attachments texts: [String: String]? = nil
  ) throws(ScenarioError) -> Scenario {
    let attachments = texts.map { Attachments($0) } ?? Attachments()
    let expansion = try expansion(bytes, file, attachments)
    guard expansion.labels.contains(label) else {
      throw ScenarioError(
        file: file,
        message: label.map { "there is no case '\($0)'" } ?? "this is a table of several cases")
    }
    return try scenario(label, of: expansion, attachments)
  }

  private static func scenario(
    _ label: String?, of expansion: Expansion, _ attachments: Attachments
  ) throws(ScenarioError) -> Scenario {
    try expansion.read(label) { document throws(ScenarioError) in
      try ScenarioReader(attachments: attachments).scenario(document, caseLabel: label)
    }
  }

  private static func expansion(
    _ bytes: [UInt8], _ file: String, _ attachments: Attachments
  ) throws(ScenarioError) -> Expansion {
    guard printable(file) == file, !file.contains(where: \.isNewline) else {
      throw ScenarioError(
        file: file, message: "the file's name holds a control character: rename the file")
    }
    return try Expansion(try YAMLReader.read(bytes, file: file), attachments: attachments)
  }

  /// A central's program and arguments, as a list or as the program alone: `[python3, central.py]`.
  public static func command(_ text: String, of option: String) throws(ScenarioError) -> [String] {
    let node = try YAMLReader.read(Array(text.utf8), file: option)
    if let program = node.scalar, !program.isEmpty { return [program] }
    return try ScenarioReader.command(node)
  }

  /// What is in a scenario file.
  public static func bytes(of path: String) throws(ScenarioError) -> [UInt8] {
    try bytes(of: path, atMost: YAMLReader.maximumBytes)
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
