// The guest as every run of meterloop boots it.

/// The guest's own environment, and what it is shown.
extension GuestPlan {
  /// A guest in the folder given, whose runner is this executable's `guest` command.
  public static func standard(
    folder: String, host: HostEnvironment
  ) throws(BenchError) -> GuestPlan {
    guard Kernel.isSupported else {
      throw BenchError(
        "User-Mode Linux runs on x86-64 alone", remedy: "Run this on an x86-64 machine.")
    }
    for part in Part.all { _ = try part.located() }
    var plan = GuestPlan(
      folder: folder, kernel: try Kernel.locate(host),
      initProgram: try Installation.initProgram(host),
      runner: [host.executable, "guest", folder])
    plan.environment = [
      "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/tmp",
      "LANG=C.UTF-8",
      // The same order of every set and dictionary in each run.
      "SWIFT_DETERMINISTIC_HASHING=1",
    ]
    plan.shown.show(host.executable)
    return plan
  }

  /// Shows the guest what a program of the user's needs: its folder, itself, its arguments that are
  /// files, and the folders of its PATH and virtual environment.
  public mutating func show(
    command: [String], host: HostEnvironment, also more: [String] = []
  ) {
    shown.show(host.workingDirectory)
    for word in command { shown.show(host.absolute(word)) }
    for folder in (host.nonEmpty("PATH") ?? "").split(separator: ":") {
      shown.show(String(folder))
    }
    for name in ["VIRTUAL_ENV", "PYTHONPATH"] {
      for folder in (host.nonEmpty(name) ?? "").split(separator: ":") {
        shown.show(host.absolute(String(folder)))
      }
    }
    for folder in more { shown.add(folder) }
  }
}
