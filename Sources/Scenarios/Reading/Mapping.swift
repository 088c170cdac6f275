// The form of a mapping in a scenario file. The reader checks by it, the reference page prints it.

/// One key of a mapping.
struct Key: Sendable {
  /// The key.
  let name: String
  /// What stands there.
  let form: Form
  /// Whether it must be there.
  let isRequired: Bool
  /// What it is for, and what holds without it.
  let summary: String

  init(_ name: String, _ form: Form, isRequired: Bool = false, _ summary: String) {
    self.name = name
    self.form = form
    self.isRequired = isRequired
    self.summary = summary
  }
}

/// A mapping with the keys that it may have.
struct Mapping: Sendable {
  /// What it is called in messages: `a scenario`.
  let what: String
  /// Its keys, in the order of the reference.
  let keys: [Key]

  init(_ what: String, _ keys: [Key]) {
    self.what = what
    self.keys = keys
  }

  /// The names of its keys.
  var names: [String] { keys.map(\.name) }
}

/// A word out of a few, and what it stands for.
struct Word: Sendable {
  let name: String
  let summary: String

  init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }
}
