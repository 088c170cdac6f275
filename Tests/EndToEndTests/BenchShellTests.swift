// A shell in the bench, on a terminal that `script` makes.

import Testing

extension EndToEnd {
  @Suite(.enabled(if: Tool.isThere("script"), "script (bsdutils) is not installed"))
  struct BenchShellTests {
    @Test func aShellTakesTheTerminalAndGivesItBack() throws {
      let folder = try BenchFolder()
      // `stty` afterwards reads the terminal as the bench left it, and stops unless it has it.
      try folder.write(
        """
        stty rows 41 columns 99
        $BENCH --meter um25c --shell; echo "code $?"; stty -a

        """, to: "session")
      try folder.write(
        "ls /sys/class/bluetooth; stty size; tty\nexit 7\n", to: "typed")
      // Typed at the prompt, as people do: what comes while the guest takes the terminal is lost.
      try folder.write("", to: "shown")
      let outcome = try Bench.shell(
        """
        (until grep -q '# $' shown; do sleep 0.05; done; cat typed) |
          SHELL=/bin/sh script -qec 'sh session' /dev/null >shown; cat shown
        """, in: folder)
      for part in ["hci0  hci1", "41 99", "/dev/tty0", "code 7", " icanon "] {
        #expect(outcome.output.contains(part), "no '\(part)': \(outcome.all)")
      }
      #expect(!outcome.output.contains("System halted"), "\(outcome.all)")
      #expect(folder.names() == ["session", "shown", "typed"], "nothing is left")
    }
  }
}
