// Runs on a machine whose disks or programs are other ones, for that run alone.

import Foundation
import Testing

/// A user and mount namespace of the run's own: no root is needed and nothing is left mounted.
enum MountNamespace {
  static let reason: Comment = "this machine lets no user make a mount namespace"
  private static let unshare = ["--user", "--map-root-user", "--mount"]

  static let isThere: Bool = {
    guard Tool.isThere("unshare") else { return false }
    let outcome = try? Tool.run(
      "unshare", unshare + ["mount", "-t", "tmpfs", "tmpfs", "/tmp"])
    return outcome?.code == 0
  }()

  /// `meterloop test` in the workspace after a shell command that changes what is mounted.
  static func test(
    _ arguments: [String], in workspace: Workspace, after command: String
  ) throws -> Outcome {
    let program = try #require(Meterloop.path)
    return try Tool.run(
      "unshare",
      unshare + ["sh", "-c", command + " && exec \"$@\"", "sh", program, "test"] + arguments,
      in: workspace.path)
  }
}
