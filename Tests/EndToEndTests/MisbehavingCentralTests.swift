// Centrals that do what none should: each gets its verdict, soon, and takes nothing with it.

import Foundation
import Testing

extension EndToEnd {
  @Suite struct MisbehavingCentralTests {
    /// A central, and what has to be said of it.
    struct Central {
      var name: String
      /// The program, as YAML.
      var command: String
      var verdict = "failed"
      var seen: String
      /// More steps after the central was told to connect.
      var steps = ""
    }

    /// A shell's script as a central; a dollar sign is doubled in a scenario.
    private static func shell(_ script: String) -> String {
      "[/bin/sh, -c, '\(script.replacing("$", with: "$$"))']"
    }
    /// A shell central that says hello, and answers each of so many commands.
    private static func polite(_ answers: Int, then script: String) -> String {
      let hello = "echo \"{\\\"protocol\\\":1,\\\"capabilities\\\":[]}\" >&9; read hello <&9; "
      let replies = (1...max(answers, 1)).prefix(answers).map {
        "read command <&9; echo \"{\\\"reply\\\":\($0),\\\"ok\\\":true}\" >&9; "
      }
      return shell(hello + replies.joined() + script)
    }

    private static let centrals = [
      Central(
        name: "ends", command: shell("exit 7"),
        seen: "the central ended with exit code 7 before the scenario did"),
      Central(
        name: "crashes", command: shell("kill -SEGV $$"),
        seen: "the central was ended by signal 11 before the scenario did"),
      Central(
        name: "crashes-later", command: polite(2, then: "sleep 3; exit 1"),
        seen: "the central ended with exit code 1 before the scenario did"),
      Central(
        name: "is-no-program", command: "[/etc/passwd]", verdict: "broken",
        seen: "the central: cannot start /etc/passwd: Permission denied"),
      Central(
        name: "is-not-there", command: "[no-such-central]", verdict: "broken",
        seen: "the central: cannot start no-such-central: No such file or directory"),
      Central(
        name: "says-nothing", command: "[sleep, '1000000']", verdict: "unknown",
        seen: "the central speaks no driver protocol, so it cannot be told to 'configure'"),
      Central(
        name: "hangs-up", command: shell("exec 9>&-; exec sleep 1000000"), verdict: "unknown",
        seen: "the central speaks no driver protocol, so it cannot be told to 'configure'"),
      Central(
        name: "does-not-answer", command: polite(1, then: "exec sleep 1000000"),
        seen: "the central did not answer 'connect' within 10 s"),
      Central(
        name: "stays", command: polite(3, then: "exec sleep 1000000"),
        seen: "the central did not end within 10 s of 'quit'", steps: "- central: quit"),
      Central(
        name: "quits-with-1", command: polite(3, then: "exit 1"),
        seen: "the central ended with exit code 1 after 'quit'", steps: "- central: quit"),
      Central(
        name: "quits-with-garbage", command: polite(3, then: "echo Bye >&9; exit 0"),
        seen: "the central wrote on the driver line what is not protocol: 'Bye'",
        steps: "- central: quit"),
      Central(
        name: "hangs-up-later", command: polite(1, then: "exec 9>&-; exec sleep 1000000"),
        seen: "the central did not answer 'connect' within 10 s"),
      Central(
        name: "does-nothing", command: polite(2, then: "exec sleep 1000000"),
        seen: "no 'state' from +0"),
      Central(
        name: "prints-garbage", command: shell("echo So what? >&9; exec sleep 1000000"),
        seen: "the central wrote on the driver line what is not protocol: 'So what?'"),
      Central(
        name: "floods-with-garbage", command: shell("exec yes >&9"),
        seen: "the central wrote on the driver line what is not protocol: 'y'"),
      Central(
        name: "floods-with-events",
        command: polite(0, then: "exec yes \"{\\\"event\\\":\\\"log\\\"}\" >&9"),
        seen: "the central flooded the driver line with more than 10000 lines in a second"),
      Central(
        name: "floods-with-one-line", command: shell("exec tr \"\\0\" x </dev/zero >&9"),
        seen: "the central wrote a line of more than 65536 bytes on the driver line"),
      Central(
        name: "floods-its-output", command: shell("exec yes"),
        seen: "the central flooded its output with more than 4194304 bytes"),
      Central(
        name: "spins", command: shell("while :; do :; done"),
        seen: "the guest's clock stood still: sh (process "),
      Central(
        name: "kills-the-runner", command: shell("kill -9 $PPID"), verdict: "broken",
        seen: "the runner ended: signal 9 (Killed)"),
      Central(
        name: "kills-bluetoothd",
        command: shell(
          "for p in /proc/[0-9]*; do read n <$p/comm; [ $n != bluetoothd ] || kill -9 ${p#/proc/};"
            + " done; exec sleep 1000000"),
        verdict: "broken", seen: "bluetoothd ended during the run: signal 9 (Killed)"),
    ]

    @Test func eachGetsItsVerdict() throws {
      let workspace = try Workspace()
      for central in Self.centrals {
        try workspace.write(
          """
          scenario: A central that \(central.name)
          limit: 20s
          meters:
            - model: UM25C
          central:
            command: \(central.command)
          timeline:
            - central: connect
            \(central.steps)
            - expect: {state: dataIsAvailable, within: 5s}

          """, to: "centrals/\(central.name).yaml")
      }
      let processes = GuestProcesses(of: workspace)
      let began = Date()
      let (outcome, report) = try workspace.report(["centrals", "--stall-seconds", "4"])
      // One stall of 4 s beside some twenty runs: far from the minutes of a hang.
      #expect(Date().timeIntervalSince(began) < 60)
      #expect(outcome.code == 3, "the lowest of 3, 4 and 5")
      for central in Self.centrals {
        let result = report.result(of: "centrals/\(central.name).yaml")
        #expect(result?.verdict == central.verdict, "\(central.name): \(result?.description ?? "")")
        let seen = result?.failure?.seen ?? ""
        #expect(seen.contains(central.seen), "\(central.name): \(seen)")
        #expect(result?.boots == 1, "\(central.name)")
        #expect((result?.duration_ns ?? .max) <= 21_000_000_000, "\(central.name)")
      }
      #expect(
        outcome.output.contains("centrals/is-not-there.yaml:6:3: broken"),
        "the place of the mistake is named")
      #expect(outcome.output.utf8.count < 60_000, "a flood is not passed on")
      #expect(processes.vanish(), "left: \(processes.commandLines)")
    }

    @Test(.enabled(if: Bench.hasBleak, Bench.bleakReason))
    func oneThatSpinsOverTheBusHasFailed() throws {
      let workspace = try Workspace()
      try workspace.write(
        """
        import asyncio
        from dbus_fast import BusType, Message
        from dbus_fast.aio import MessageBus
        async def spin():
            bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
            while True:
                await bus.call(
                    Message(
                        destination="org.freedesktop.DBus", path="/org/freedesktop/DBus",
                        interface="org.freedesktop.DBus", member="GetId"))
        asyncio.run(spin())

        """, to: "spin.py")
      try workspace.write(
        """
        scenario: A central that spins over the bus
        meters: [{model: UM25C}]
        central: {command: [\(Bench.python), spin.py]}
        timeline:
          - wait: 1s

        """, to: "a.yaml")
      let outcome = try workspace.test(["a.yaml", "--stall-seconds", "3"])
      #expect(outcome.code == 4, "\(outcome.all)")
      #expect(outcome.output.contains("python3 (process "), "\(outcome.all)")
    }

    @Test func manyStepsThatTakeNoTimeAreNoStall() throws {
      let workspace = try Workspace()
      let steps = String(repeating: "  - wait: 1ns\n", count: 12_000)
      try workspace.write(
        "scenario: Many waits\nmeters: [{model: UM25C}]\ntimeline:\n\(steps)", to: "a.yaml")
      let outcome = try workspace.test(["a.yaml", "--stall-seconds", "2"])
      #expect(outcome.code == 0, "\(outcome.all)")
    }

    @Test func aCentralIsLookedForInThePathOfTheUser() throws {
      let workspace = try Workspace()
      // Whatever the user's environment says, the central is told the harness's own.
      let script = """
        #!/bin/sh
        set -- "$METERLOOP_DRIVER_FD" "$METERLOOP_CENTRAL_ADAPTER" "$DBUS_SYSTEM_BUS_ADDRESS" \
          "$PYTHONHASHSEED"
        echo "$*"
        [ "$*" = "9 hci0 unix:path=/run/dbus/system_bus_socket 7" ] && exit 9

        """
      try workspace.write(script, to: "bin/my-central")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: workspace.path + "/bin/my-central")
      try workspace.write(
        """
        scenario: A central in the PATH
        meters:
          - model: UM25C
        central:
          command: [my-central]
        timeline:
          - wait: 1s
        """, to: "a.yaml")
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let outcome = try workspace.test(
        ["a.yaml"],
        environment: [
          "PATH": "\(workspace.path)/bin:\(path)", "METERLOOP_DRIVER_FD": "33",
          "METERLOOP_CENTRAL_ADAPTER": "hci7", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere",
          "PYTHONHASHSEED": "7",
        ])
      #expect(outcome.code == 4)
      #expect(outcome.output.contains("the central ended with exit code 9"), "\(outcome.all)")
    }
  }
}
