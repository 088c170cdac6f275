// From how a guest ended to what that says of its scenario.

import FoundationEssentials
import TestBench

/// The verdict of a scenario whose guest has ended.
struct GuestJudgement {
  let scenario: Scenario
  let folder: String
  let boots: Int

  func result(of end: GuestEnd) -> ScenarioResult {
    switch end {
    case .finished(.exited(code: 0)):
      if let (daemon, status) = Guest.ends(in: folder).first, daemon != "runner" {
        // Whatever was seen, or not seen, after that says nothing of the central.
        let log = Files.tail(of: "\(folder)/\(daemon).log", lines: 5)
        return broken(
          "\(daemon) ended during the run: \(status)" + log.map { "\n| \($0)" }.joined())
      }
      return written()
    case .finished(let status):
      let reason = Files.tail(of: folder + "/failure", lines: 20).joined(separator: "\n")
      return broken(reason.isEmpty ? "the runner ended: \(status)" : reason)
    case .died(_, let reason): return broken("the guest died: \(reason)")
    case .notUp(let part, let log):
      return broken("\(part) did not come up" + log.map { "\n| \($0)" }.joined())
    case .stalled(let programs):
      return stalled(programs)
    case .interrupted: return broken("the run was interrupted")
    }
  }

  /// What the runner wrote.
  private func written() -> ScenarioResult {
    do {
      let data = Data(try Files.read("\(folder)/\(ScenarioJob.resultFile)"))
      var result = try JSONDecoder().decode(ScenarioResult.self, from: data)
      result.boots = boots
      return result
    } catch { return broken("the runner left no verdict that can be read: \(error)") }
  }

  private func broken(_ reason: String) -> ScenarioResult {
    .broken(scenario, because: reason, boots: boots)
  }

  /// A central that spins is the central's fault, also when a daemon has to answer it all the time;
  /// the harness or a daemon that spins by itself is not.
  private func stalled(_ programs: String) -> ScenarioResult {
    guard !programs.isEmpty else {
      return broken(
        """
        the guest's clock stood still, and no other program computed: the harness itself did not \
        get through its work.
        A machine that is much too busy can do that. The folder's logs may say more.
        """)
    }
    var result = broken(
      """
      the guest's clock stood still: \(programs) computed without a pause.
      A program that polls without sleeping stops virtual time; it has to wait for something.
      """)
    if Self.othersThanOurs(programs) {
      result.verdict = .failed
      result.failure?.kind = .hung
    }
    return result
  }

  /// Whether a program is named that is neither a daemon nor the guest's own.
  private static func othersThanOurs(_ programs: String) -> Bool {
    if programs == Guest.namelessProgram { return false }
    return programs.split(separator: ", ").contains { !SpinWitness.isDaemon(String($0)) }
  }
}
