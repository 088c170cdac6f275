// The folder of one run: what it holds, and making one.

import EventLoop
import Glibc

/// A run's folder on the host.
public enum RunFolder {
  /// Makes an empty folder `name` in `results`, replacing one of the same name that an earlier run
  /// left; its path from the root.
  public static func make(_ name: String, in results: String) throws(BenchError) -> String {
    let path = results + "/" + name
    do {
      try Files.makeFolder(results)
      // Only what a run made is removed: the user may have pointed --results anywhere.
      if Files.exists(path) {
        guard Files.exists(path + "/" + mark) else {
          throw BenchError(
            "\(path) is there and is no folder of an earlier run",
            remedy: "Name another folder with --results.")
        }
        Files.remove(path)
      }
      try Files.makeFolder(path)
      try Files.write(
        "A folder of a meterloop run. The next run of the same name replaces it.\n",
        to: path + "/" + mark)
    } catch let error as SystemError {
      throw unwritable(error)
    } catch let error as BenchError {
      throw error
    } catch {
      throw BenchError("the results folder cannot be used: \(error)", remedy: "")
    }
    guard let absolute = Files.absolute(path) else {
      throw BenchError("\(path) has gone", remedy: "Run again.")
    }
    return absolute
  }

  /// The error of a folder that cannot be made or written.
  static func unwritable(_ error: any Error) -> BenchError {
    BenchError(
      "the results folder cannot be used: \(error)",
      remedy: "Make room there, or name another folder with --results.")
  }

  /// The file that marks a folder as a run's.
  private static let mark = "meterloop-run"
}
