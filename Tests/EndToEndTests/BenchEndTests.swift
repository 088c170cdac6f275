// How a client's run in the bench ends, and that nothing is left of it.

import CLinux
import Foundation
import Testing

extension EndToEnd {
  @Suite struct BenchEndTests {
    @Test(arguments: [
      ("exit 0", 0), ("exit 3", 3), ("exit 255", 255), ("kill -KILL $$", 137),
      ("kill -TERM $$", 143),
    ])
    func theExitCodeIsTheClientsOwn(script: String, code: Int32) throws {
      let folder = try BenchFolder()
      let outcome = try Bench.run([], ["/bin/sh", "-c", script], in: folder)
      #expect(outcome.code == code, "\(outcome.all)")
      #expect(outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.all)")
      #expect(folder.names().isEmpty, "nothing is left")
    }

    @Test(arguments: [
      ("./nowhere", 127, "No such file or directory"),
      ("nowhere", 127, "No such file or directory"),
      ("./text", 126, "Permission denied"), (".", 126, "Permission denied"),
    ])
    func aProgramThatCannotBeStartedIsNamed(
      program: String, code: Int32, reason: String
    ) throws {
      let folder = try BenchFolder()
      try folder.write("no program", to: "text")
      let outcome = try Bench.run(["--meter", "um25c"], [program], in: folder)
      #expect(outcome.code == code)
      #expect(
        outcome.errors == "meterloop bench: cannot start \(program): \(reason)\n", "\(outcome.all)")
    }

    @Test func whatTheClientLeavesRunningIsEndedWithIt() throws {
      let folder = try BenchFolder()
      let kept = folder.at("kept")
      mkdir(kept, 0o755)
      // Minutes pass at once in virtual time: whoever lived on would have written.
      let script = """
        (sleep 600; touch \(kept)/child) & setsid sh -c 'sleep 600; touch \(kept)/stray' &
        touch \(kept)/client; exit 4
        """
      let outcome = try Bench.run(["--writable", kept], ["/bin/sh", "-c", script], in: folder)
      #expect(outcome.code == 4, "\(outcome.all)")
      #expect(folder.names("kept") == ["client"])
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func anInterruptEndsItAndLeavesNothing(signal: Int32) throws {
      let folder = try BenchFolder()
      // Real time, or the client's sleep would be over at once.
      let bench = try Meterloop.start(
        [
          "bench", "--meter", "um25c", "--real-time", "--", "/bin/sh", "-c",
          "trap '' INT TERM HUP; echo up; sleep 1000",
        ], in: folder.path)
      #expect(bench.waits(for: "up\n"))
      #expect(!Watching.processes(in: folder.at("results")).isEmpty, "the guest runs")
      bench.signal(signal)
      let outcome = bench.wait()
      #expect(outcome.code == 130, "\(outcome.all)")
      #expect(outcome.output == "up\n")
      #expect(Watching.processes(in: folder.path).isEmpty)
      #expect(folder.names().isEmpty)
    }

    @Test func theGuestEndsWithAHarnessThatIsKilled() throws {
      let folder = try BenchFolder()
      let bench = try Meterloop.start(
        ["bench", "--real-time", "--", "/bin/sh", "-c", "echo up; sleep 1000"], in: folder.path)
      #expect(bench.waits(for: "up\n"))
      let guest = Watching.ends(of: Watching.processes(in: folder.at("results")))
      #expect(!guest.isEmpty)
      bench.signal(SIGKILL)
      #expect(bench.wait().code == 128 + SIGKILL)
      for process in guest { #expect(Watching.becomesReadable(process), "a process lives on") }
    }

    @Test func aClientThatSpinsIsNamedWithWhatToDo() throws {
      let folder = try BenchFolder()
      let client = try folder.write(
        "echo before; while :; do :; done", to: "spinner", executable: true)
      let outcome = try Bench.run(
        ["--meter", "um25c", "--stall-seconds", "1"], ["/bin/sh", client], in: folder)
      #expect(outcome.code == 125)
      #expect(outcome.output == "before\n", "what it had printed is kept")
      #expect(
        outcome.errors.contains("the guest's clock stood still: sh (process "), "\(outcome.all)")
      #expect(outcome.errors.contains("use --real-time"), "\(outcome.all)")
      #expect(folder.names() == ["spinner"], "nothing else is left")
    }

    @Test func realTimeLetsAClientSpin() throws {
      let folder = try BenchFolder()
      let script = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo done"
      let outcome = try Bench.run(
        ["--stall-seconds", "1", "--real-time"], ["/bin/sh", "-c", script], in: folder)
      #expect(outcome.code == 0)
      #expect(outcome.output == "done\n", "\(outcome.all)")
    }

    @Test func virtualTimeSkipsSleepAndRealTimeDoesNot() throws {
      let folder = try BenchFolder()
      let script = "sleep $0; cut -d. -f1 /proc/uptime"
      let began = ContinuousClock.now
      let outcome = try Bench.run([], ["/bin/sh", "-c", script, "3600"], in: folder)
      #expect(Int(outcome.output.dropLast()).map { (3600...3605).contains($0) } == true)
      #expect(ContinuousClock.now - began < .seconds(600))
      let again = ContinuousClock.now
      let real = try Bench.run(["--real-time"], ["/bin/sh", "-c", script, "1"], in: folder)
      #expect(real.code == 0)
      #expect(ContinuousClock.now - again >= .seconds(1))
    }
  }
}
