// Inside a guest: meters on the air and one client beside them.

import BlueZ
import CLinux
import EventLoop
import Glibc
import MeterEmulator
import Records
import VirtualAir

/// Carries out a `ClientJob`.
public final class ClientRunner {
  private let job: ClientJob
  private let folder: String
  private let loop = EventLoop()
  private let records = RecordStream()
  private let progress: ProgressWriter
  private let stage: Stage
  private let spin: SpinWitness?
  private var heartbeat: Heartbeat?
  private var meters: [Meter] = []
  private var client: ChildProcess?
  private var outputs: [OutputPipe] = []
  private var failure: String?

  /// A runner for the job in the run's folder.
  public init(_ job: ClientJob, folder: String) throws(CaptureError) {
    self.job = job
    self.folder = folder
    progress = ProgressWriter(folder: folder)
    stage = try Stage(loop: loop, records: records, folder: folder, progress: progress)
    // With a shell the console is the shell's.
    spin = job.isInteractive ? nil : SpinWitness(on: loop, progress: progress)
  }

  /// Runs it all; the exit code of the runner: 0 when the client ran, however it ended.
  public func run() -> Int32 {
    stage.bringUp(
      adapters: 1 + job.meters.count + job.spareAdapters, spare: job.spareAdapters
    ) { [unowned self] error in
      if let error { return fail("\(error)") }
      stage.putOnAir(job.meters) { [unowned self] result in
        switch result {
        case .success(let meters):
          self.meters = meters
          startClient()
        case .failure(let error): fail("\(error)")
        }
      }
    }
    loop.run()
    guard let failure else { return 0 }
    do { try Files.write(failure + "\n", to: folder + "/failure") } catch { return 2 }
    return 1
  }

  private func fail(_ reason: String) {
    failure = reason
    loop.quit()
  }

  private func startClient() {
    progress.tell(.began)
    heartbeat = Heartbeat(on: loop, progress: progress)
    do throws(SystemError) {
      var specification = ChildProcess.Specification(
        arguments: job.command, environment: job.environment,
        workingDirectory: job.workingDirectory)
      if job.isInteractive {
        specification.terminal = "/dev/tty0"
      } else {
        let output = try pipe(into: "client.stdout")
        let errors = job.sharesOutput ? output : try pipe(into: "client.stderr")
        specification.descriptors = [
          .init(0, from: linux_open("/dev/null", O_RDONLY)), .init(1, from: output.writingEnd),
          .init(2, from: errors.writingEnd),
        ]
      }
      let client = try ChildProcess(specification, on: loop) { [unowned self] status in
        ended(status)
      }
      // Whatever it does, the harness goes first: a client that never sleeps can then be named.
      linux_yield_to_all(client.identifier)
      self.client = client
    } catch {
      // What a shell says of a program that is not there (127) or cannot be run (126).
      let code: Int32 = error.code == ENOENT ? 127 : 126
      do {
        try Files.write("meterloop bench: \(error)\n", to: folder + "/client.stderr")
      } catch { return fail("\(error)") }
      ended(.exited(code: code))
    }
  }

  private func pipe(into name: String) throws(SystemError) -> OutputPipe {
    let pipe = try OutputPipe(into: folder + "/" + name, on: loop) { [unowned self] error in
      fail("the client's output could not be kept: \(error)")
    }
    outputs.append(pipe)
    return pipe
  }

  private func ended(_ status: ExitStatus) {
    client?.endGroup()
    for output in outputs { output.finish() }
    let word =
      switch status {
      case .exited(let code): "exited \(code)"
      case .signalled(let signal): "signalled \(signal)"
      }
    do { try Files.write(word + "\n", to: folder + "/client.end") } catch {
      return fail("\(error)")
    }
    loop.quit()
  }
}
