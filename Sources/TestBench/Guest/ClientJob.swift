// What `meterloop bench` asks a guest to do: meters on the air, and one program beside them.

import EventLoop
import FoundationEssentials
import MeterEmulator

/// One run of a client beside meters.
public struct ClientJob: Codable, Sendable {
  /// The meters, on the second adapter and the following ones.
  public var meters: [MeterConfiguration]
  /// How many adapters there are behind those of the meters, for the program's own use.
  public var spareAdapters: Int
  /// The program and its arguments.
  public var command: [String]
  /// Its `NAME=VALUE` environment.
  public var environment: [String]
  /// The folder it starts in.
  public var workingDirectory: String
  /// Whether it gets the terminal, as a shell does.
  public var isInteractive: Bool
  /// Whether its standard error goes where its standard output does, so that their order is kept.
  public var sharesOutput: Bool

  /// A job.
  public init(
    meters: [MeterConfiguration], spareAdapters: Int, command: [String], environment: [String],
    workingDirectory: String, isInteractive: Bool, sharesOutput: Bool
  ) {
    self.meters = meters
    self.spareAdapters = spareAdapters
    self.command = command
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.isInteractive = isInteractive
    self.sharesOutput = sharesOutput
  }
}

/// What the host leaves for the runner in the run's folder, as JSON.
public enum Job {
  /// The file's name.
  public static let fileName = "job.json"

  /// Writes the job into the run's folder.
  public static func write(_ job: some Encodable, to folder: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let bytes = Array(try encoder.encode(job))
    do throws(SystemError) {
      try Files.write(bytes, to: "\(folder)/\(fileName)")
    } catch { throw RunFolders.unwritable(error) }
  }

  /// Reads it there.
  public static func read<Kind: Decodable>(_ kind: Kind.Type, from folder: String) throws -> Kind {
    let data = Data(try Files.read("\(folder)/\(fileName)"))
    return try JSONDecoder().decode(kind, from: data)
  }
}
