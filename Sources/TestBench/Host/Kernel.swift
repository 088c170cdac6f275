// Finding the guest's kernel.

import Glibc

/// The User-Mode Linux kernel.
public enum Kernel {
  /// The kernel to boot: METERLOOP_KERNEL, or the one bench/build-kernel made last.
  public static func locate(_ host: HostEnvironment) throws(BenchError) -> String {
    if let named = host.nonEmpty("METERLOOP_KERNEL") {
      let path = host.absolute(named)
      guard access(path, X_OK) == 0, !Files.isFolder(path) else {
        throw BenchError(
          "METERLOOP_KERNEL names \(path), which is no program that can be run",
          remedy: "Name a User-Mode Linux kernel, or unset it and build one: bench/build-kernel")
      }
      return path
    }
    let latest = host.cacheFolder + "/kernel/latest"
    guard access(latest, X_OK) == 0 else {
      throw BenchError(
        "there is no kernel for the bench (\(latest))",
        remedy: "Build it, once, in some two minutes: make kernel (or bench/build-kernel)")
    }
    return latest
  }

  /// Whether this processor can run the kernel: User-Mode Linux is built for x86-64 alone.
  public static var isSupported: Bool {
    #if arch(x86_64)
      return true
    #else
      return false
    #endif
  }
}
