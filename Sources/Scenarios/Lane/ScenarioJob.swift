// What the host tells a guest about the scenario it is for.

/// One scenario for one guest. The text travels with it: the guest reads no file of the suite's.
public struct ScenarioJob: Codable, Sendable {
  /// The file's name as the user wrote it, for messages.
  public var file: String
  /// The file's text.
  public var text: String
  /// The program and arguments of the central that is judged in place of the scenario's own; nil for
  /// that one.
  public var central: [String]?
  /// Whether the scenario is run without its faults.
  public var leavesFaultsOut: Bool
  /// Whether the scenario's limit, and the one for an answer, end it.
  public var hasLimits: Bool
  /// The row of the file's table that is run; nil where it has none.
  public var caseLabel: String?
  /// The texts of the files that it includes, and of the tables of its recordings, by path.
  public var attachments: [String: String]
  /// The built-in central's program and arguments.
  public var builtInCentral: [String]
  /// The folder that external centrals start in.
  public var workingDirectory: String
  /// The environment of external centrals, `NAME=VALUE`.
  public var environment: [String]

  /// A job.
  public init(
    file: String, text: String, central: [String]?, leavesFaultsOut: Bool, hasLimits: Bool,
    caseLabel: String?, attachments: [String: String], builtInCentral: [String],
    workingDirectory: String,
    environment: [String]
  ) {
    self.file = file
    self.text = text
    self.central = central
    self.leavesFaultsOut = leavesFaultsOut
    self.hasLimits = hasLimits
    self.caseLabel = caseLabel
    self.attachments = attachments
    self.builtInCentral = builtInCentral
    self.workingDirectory = workingDirectory
    self.environment = environment
  }

  /// The file in the run's folder that the verdict is in, as JSON.
  public static let resultFile = "result.json"
  /// The file in the run's folder that all records are in, one JSON object a line.
  public static let recordsFile = "records.jsonl"
}
