// `meterloop test --lane host` on two adapters of a machine, which here is the bench.

import Foundation
import Testing

extension EndToEnd {
  @Suite(.enabled(if: Bench.hasBleak, Bench.bleakReason))
  struct HostLaneTests {
    @Test func itJudgesAndTellsWhatItCannotJudge() throws {
      let outcome = try Emulating.inTheBench("host_lane", ["verdicts"])
      #expect(outcome.code == 0)
      #expect(
        outcome.output == """
          0 passed   reads.yaml
          passed   spoilt.yaml
          2 passed
          left as before True
          5 skipped  attempts.yaml  line 7: attempts are judged from the air, which the host lane has \
          not
          skipped  range.yaml  line 8: a fault of the link level needs the air, which the host lane has \
          not
          2 skipped
          <skipped message="attempts are judged from the air, which the host lane has not"/>
          <skipped message="a fault of the link level needs the air, which the host lane has not"/>
          ok 1 - Attempts # SKIP attempts are judged from the air, which the host lane has not
          ok 2 - Range # SKIP a fault of the link level needs the air, which the host lane has not
          4
          passed   reads.yaml
          failed   wrong.yaml
            expected: measurement with volts 9.01 ±0.001 within 5 s
            run it again: meterloop test wrong.yaml --lane host --peripheral-adapter hci1 \
          --central-adapter hci0
          skipped  attempts.yaml  line 7: attempts are judged from the air, which the host lane has \
          not
          1 passed, 1 failed, 1 skipped

          """, "\(outcome.all)")
    }

    @Test func itJudgesInRealTime() throws {
      let outcome = try Emulating.inTheBench("host_lane", ["once"], options: ["--real-time"])
      #expect(
        outcome.output == """
          0 passed   reads.yaml
          1 passed
          left as before True

          """, "\(outcome.all)")
    }

    @Test func whatIsWrongIsSaidWithWhatToDo() throws {
      let outcome = try Emulating.inTheBench("host_lane", ["problems"])
      #expect(
        outcome.output == """
          1 meterloop test: --lane host takes two adapters: --peripheral-adapter hci1 \
          --central-adapter hci0 (bluetoothctl list names them)
            See: meterloop test --help
          1 meterloop test: --central-adapter is hci1, as the meter's: a radio does not hear itself; \
          without a second adapter, leave --lane out and use the bench
            See: meterloop test --help
          1 meterloop test: --lane takes bench or host, not 'air'
            See: meterloop test --help
          1 meterloop test: --central-adapter is about --lane host; in the bench adapters are made
            See: meterloop test --help
          1 meterloop test: --jobs is not for --lane host: one pair of adapters judges one scenario at \
          a time
            See: meterloop test --help
          3 meterloop: there is no adapter hci7; bluetoothd has hci0, hci1
            Name one of them with --peripheral-adapter.
          3 meterloop: there is no adapter hci7; bluetoothd has hci0, hci1
            Name one of them with --central-adapter.
          3 meterloop: the adapter hci0 is not powered
            Unblock it and switch it on: rfkill unblock bluetooth; bluetoothctl power on
          left as before True

          """, "\(outcome.all)")
    }

    @Test(arguments: ["SIGINT", "SIGTERM"])
    func anInterruptLeavesTheAdaptersAsTheyWere(signal: String) throws {
      let outcome = try Emulating.inTheBench("host_lane", ["interrupt", signal])
      #expect(
        outcome.output == """
          during UM25C-7F3A 1 1 1
          130 interrupted  endless.yaml
          interrupted
          left as before True []

          """, "\(outcome.all)")
    }

    /// Each in a run of its own would cost a boot each; they are judged one after the other, as a user
    /// would have them.
    @Test func scenariosOfTheSuitePassOnAdapters() throws {
      let suite = Meterloop.checkout + "/scenarios"
      let outcome = try Bench.run(
        ["--adapters", "1"],
        [
          "/bin/sh", "-c",
          """
          cd /tmp && exec '\(try #require(Meterloop.path))' test --lane host \
          --peripheral-adapter hci1 --central-adapter hci0 '\(suite)/payload' '\(suite)/identification'
          """,
        ], in: BenchFolder())
      #expect(outcome.code == 0, "\(outcome.all)")
      let lines = outcome.output.split(separator: "\n").dropLast()
      let verdicts = Set(lines.compactMap { $0.split(separator: " ").first })
      #expect(verdicts == ["passed", "skipped"], "\(outcome.all)")
    }
  }
}
