// The processors guests are pinned to.

import CLinux

/// The processors this process may use.
public enum Cores {
  /// Their numbers, in order; one guest runs on each at a time.
  public static func usable() -> [Int] {
    let found = (0..<1024).filter { linux_may_run_on(Int32($0)) != 0 }
    return found.isEmpty ? [0] : found
  }
}
