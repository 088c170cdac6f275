// The host's processes that belong to guests of a test's own.

import Foundation
import Testing

/// The processes whose command line names the workspace's results, as each guest's kernel's does.
struct GuestProcesses {
  private let mark: String

  init(of workspace: Workspace) { mark = "meterloop_run=\(workspace.path)/" }

  /// The command lines of those that run.
  var commandLines: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.filter { Int($0) != nil }.compactMap { process in
      // A process may end while it is looked at.
      guard let data = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else {
        return nil
      }
      let line = String(decoding: data, as: UTF8.self).replacingOccurrences(of: "\0", with: " ")
      return line.contains(mark) ? "\(process) \(line)" : nil
    }
  }

  /// Whether they all go, within some seconds.
  func vanish() -> Bool { eventually { commandLines.isEmpty } }
}

/// Whether something that tells nobody when it happens has happened within some seconds.
func eventually(_ condition: () -> Bool) -> Bool {
  let deadline = Date().addingTimeInterval(20)
  while !condition() {
    if Date() > deadline { return false }
    usleep(10_000)
  }
  return true
}
