// The small programs of examples/core-bluetooth do what they say, in the bench.

import Testing

extension EndToEnd {
  @Suite struct ExamplesTests {
    private func expect(
      _ output: String, of line: String, _ names: [String], adapters: Int = 1,
      _ location: SourceLocation = #_sourceLocation
    ) throws {
      let outcome = try BuiltProgram.run(line, names, adapters: adapters)
      #expect(outcome.code == 0, "\(outcome.all)", sourceLocation: location)
      #expect(outcome.output == output, "\(outcome.all)", sourceLocation: location)
    }

    @Test("A heart-rate monitor, and a peripheral that notifies") func heartRate() throws {
      try expect(
        "worn at 1\n61 beats a minute\n62 beats a minute\n63 beats a minute\ndisconnected\n",
        of: #"METERLOOP_ADAPTER=hci1 "$1" Heart 60 & "$2" 3"#,
        ["HeartRateSensor", "HeartRateMonitor"])
    }

    @Test("Several peripherals at once") func several() throws {
      try expect(
        "Anna: 61 62 63\nBert: 81 82 83\nCleo: 101 102 103\n",
        of: #"""
          METERLOOP_ADAPTER=hci1 "$1" Anna 60 & METERLOOP_ADAPTER=hci2 "$1" Bert 80 &
          METERLOOP_ADAPTER=hci3 "$1" Cleo 100 & "$2" 3 3
          """#, ["HeartRateSensor", "SeveralSensors"], adapters: 3)
    }

    @Test("Reconnect to a known identifier") func known() throws {
      try expect(
        "looking\nconnected\nknown\nconnected\n",
        of: #"METERLOOP_ADAPTER=hci1 "$1" & "$2" /tmp/noted && "$2" /tmp/noted"#,
        ["HeartRateSensor", "KnownSensor"])
    }

    @Test("Chunked writes under flow control") func chunked() throws {
      try expect(
        "200000 bytes sent, with pauses, all arrived\n",
        of: #"METERLOOP_ADAPTER=hci1 "$1" receive & "$1" send 200000"#, ["ChunkedWrites"])
    }

    @Test("An L2CAP echo") func echo() throws {
      try expect(
        "50000 bytes came back\n",
        of: #"METERLOOP_ADAPTER=hci1 "$1" serve & "$1" call 50000"#, ["L2CAPEcho"])
    }
  }
}
