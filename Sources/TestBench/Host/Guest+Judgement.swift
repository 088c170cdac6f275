// What a guest's end means, from what it left behind.

import EventLoop

extension Guest {
  /// How the programs of the guest ended, in their order, as its first process wrote it down: the
  /// daemons are to outlive the runner, which is the last, but for those that were ended on purpose.
  public static func ends(in folder: String) -> [(program: String, status: ExitStatus)] {
    let wanted = Files.tail(of: folder + "/" + BluetoothService.endedFile, lines: 1)
    return Files.tail(of: folder + "/ends", lines: 1000).compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 3, !wanted.contains(String(words[0])), let number = Int32(words[2])
      else { return nil }
      let status: ExitStatus =
        words[1] == "exited" ? .exited(code: number) : .signalled(signal: number)
      return (String(words[0]), status)
    }
  }

  private var kernelLogPath: String { "\(plan.folder)/\(KernelLog.fileName)" }

  func judgement(of status: ExitStatus) -> GuestEnd {
    let end = Self.ends(in: plan.folder).first { $0.program == "runner" }?.status
    if end != .exited(code: 0), Files.isFull(plan.folder) {
      return .died(
        began: began,
        reason: "the disk with \(plan.folder) is full\n"
          + "  Make room there, or name another folder with --results.")
    }
    if let end { return .finished(end) }
    if Files.tail(of: kernelLogPath, lines: 1000)
      .contains(where: { $0.contains("Kernel mode signal 7") })
    {
      return .died(
        began: began,
        reason: "there was no room left in \(plan.memoryFolder) for its memory\n"
          + "  Run fewer at a time (--jobs), or make room there.")
    }
    let panic = Files.tail(of: kernelLogPath, lines: 1000)
      .first { $0.contains("panic") || $0.hasPrefix("init:") }
    let failed = Files.tail(of: plan.folder + "/failed", lines: 1).first.map {
      "\($0) did not start"
    }
    let ended =
      hasSpoken
      ? "it ended by itself (\(status))"
      : (["\(plan.kernel) ended (\(status)) before anything came up"]
        + Files.tail(of: kernelLogPath, lines: 5).map { "| \($0)" }
        + ["  Is it a User-Mode Linux kernel? Unset METERLOOP_KERNEL and build one: make kernel"])
        .joined(separator: "\n")
    return .died(began: began, reason: panic ?? failed ?? ended)
  }
}
