// A shell in the bench, on a terminal that `script` makes.

import Testing

@Suite(.enabled(if: Meterloop.isThere, Meterloop.reason))
struct BenchShellTests {
  @Test func aShellTakesTheTerminalAndGivesItBack() throws {
    let folder = "/tmp/meterloop-shell-test"
    let binary = try #require(Meterloop.path)
    // `stty` afterwards reads the terminal as the bench left it, and stops unless it has it.
    let session = """
      \(binary) bench --meter um25c --results \(folder) --shell; echo "code $?"; stty -a
      """
    let outcome = try RunningProcess(
      program: "/bin/bash",
      arguments: [
        "-c", "echo 'ls /sys/class/bluetooth; exit 5' | script -qec '\(session)' /dev/null",
      ], folder: Meterloop.checkout, environment: ["SHELL": "/bin/sh"]
    ).wait()
    #expect(outcome.output.contains("hci0  hci1"), "\(outcome.all)")
    #expect(outcome.output.contains("code 5"), "\(outcome.all)")
    #expect(outcome.output.contains(" icanon "), "\(outcome.all)")
  }
}
