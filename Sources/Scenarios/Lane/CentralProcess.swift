// The central under test as a process of its own: its driver line, its output, its end.

import CLinux
import EventLoop
import Glibc
import Records
import TestBench

/// A running central.
final class CentralProcess {
  /// What it may print on its output before that counts as flooding, in bytes.
  static let outputLimit = 4 << 20

  /// The protocol spoken with it.
  let driver: CentralDriver
  private let process: ChildProcess
  private let line: CInt
  private let output: CInt
  private let log: CInt
  private var watches: [DescriptorWatch] = []
  private var printed = 0

  /// Starts it. Its standard output and error go to `central.log` in the run's folder.
  init(
    _ job: ScenarioJob, plan: CentralPlan, folder: String, loop: EventLoop, records: RecordStream,
    onEnd: @escaping (CentralEnd) -> Void, onMisbehaviour: @escaping (CentralMisbehaviour) -> Void
  ) throws(SystemError) {
    var lineEnds: [CInt] = [0, 0]
    guard linux_stream_pair(&lineEnds) == 0 else { throw SystemError("make a socket pair") }
    var outputEnds: [CInt] = [0, 0]
    guard linux_pipe(&outputEnds) == 0 else { throw SystemError("make a pipe") }
    let line = lineEnds[0]
    self.line = line
    output = outputEnds[0]
    log = linux_create("\(folder)/central.log", O_WRONLY | O_TRUNC, 0o644)
    let input = linux_open("/dev/null", O_RDONLY)
    guard log >= 0, input >= 0 else { throw SystemError("write \(folder)/central.log") }
    defer {
      close(lineEnds[1])
      close(outputEnds[1])
      close(input)
    }
    driver = CentralDriver(
      scheduler: loop, records: records,
      output: { bytes in
        // A central that does not read is found out by its silence; its end by its process's.
        _ = try? Files.writeAll(bytes, to: line, as: "the driver line")
      }, misbehaved: onMisbehaviour)
    // The driver's descriptor has a number above those that a shell wrapper may use for its own.
    let driverDescriptor: CInt = 9
    let arguments: [String]
    var environment: [String]
    switch plan {
    case .builtIn:
      arguments = job.builtInCentral
      environment = ["PATH=/usr/bin:/bin", "HOME=/tmp", "SWIFT_DETERMINISTIC_HASHING=1"]
    case .command(let command):
      arguments = command
      environment = job.environment
    }
    environment += [
      "METERLOOP_DRIVER_FD=\(driverDescriptor)", "METERLOOP_CENTRAL_ADAPTER=hci0",
      "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/run/dbus/system_bus_socket",
    ]
    process = try ChildProcess(
      .init(
        arguments: arguments, environment: environment, workingDirectory: job.workingDirectory,
        descriptors: [
          .init(0, from: input), .init(1, from: outputEnds[1]), .init(2, from: outputEnds[1]),
          .init(driverDescriptor, from: lineEnds[1]),
        ]),
      on: loop
    ) { status in
      switch status {
      case .exited(let code): onEnd(.exited(Int(code)))
      case .signalled(let signal): onEnd(.signalled(Int(signal)))
      }
    }
    // The harness goes first, so that a central that never sleeps can be named.
    linux_yield_to_all(process.identifier)
    listen(on: loop, onMisbehaviour)
    driver.start()
  }

  private func listen(on loop: EventLoop, _ onMisbehaviour: @escaping (CentralMisbehaviour) -> Void)
  {
    follow(line, loop) { [unowned self] bytes in driver.receive(bytes) }
    follow(output, loop) { [unowned self] bytes in
      let before = printed
      printed += bytes.count
      guard before <= Self.outputLimit else { return }
      // The log is for people: a full disk must not decide a verdict.
      _ = try? Files.writeAll(bytes, to: log, as: "central.log")
      if printed > Self.outputLimit {
        onMisbehaviour(.flood(of: "its output", bytes: Self.outputLimit))
      }
    }
  }

  /// Hands over what comes from a descriptor until its other end is closed.
  private func follow(
    _ descriptor: CInt, _ loop: EventLoop, _ take: @escaping ([UInt8]) -> Void
  ) {
    var watch: DescriptorWatch?
    var buffer = [UInt8](repeating: 0, count: 65536)
    watch = loop.watch(descriptor, for: .readable) { _ in
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && (errno == EINTR || errno == EAGAIN) { return }
      guard count > 0 else {
        watch?.cancel()
        watch = nil
        return
      }
      take(Array(buffer[..<count]))
    }
    if let watch { watches.append(watch) }
  }

  /// Kills it with all that it started.
  func end() {
    process.signal(SIGKILL)
    process.endGroup()
    for watch in watches { watch.cancel() }
  }
}
