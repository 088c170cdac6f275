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
  /// The driver line's number in the central: above those that a shell wrapper may use for its own.
  static let driverDescriptor: CInt = 9

  /// The variables of the built-in central, beside those of its lane.
  static let builtInVariables = [
    "PATH": "/usr/bin:/bin", "HOME": "/tmp", "SWIFT_DETERMINISTIC_HASHING": "1",
  ]

  /// What is started, and how.
  struct Start {
    /// The program and its arguments.
    var arguments: [String]
    /// `NAME=VALUE` lines.
    var environment: [String]
    /// The folder that it starts in.
    var workingDirectory: String
    /// Whether every other program goes before it: where time is virtual, so that a central that never
    /// sleeps can be named.
    var yieldsToAll: Bool
  }

  /// The protocol spoken with it.
  let driver: CentralDriver
  private let process: ChildProcess
  private let line: CInt
  private let output: CInt
  private let log: CInt
  private let logName: String
  private var sources: [Source] = []
  private var printed = 0

  /// Starts it. Its standard output and error go to its log in the run's folder: `central.log`, or
  /// `central-NAME.log` where centrals have names.
  init(
    _ start: Start, plan: CentralPlan, folder: String, loop: EventLoop, records: RecordStream,
    onEnd: @escaping (CentralEnd) -> Void, onMisbehaviour: @escaping (CentralMisbehaviour) -> Void
  ) throws(SystemError) {
    var lineEnds: [CInt] = [0, 0]
    guard linux_stream_pair(&lineEnds) == 0 else { throw SystemError("make a socket pair") }
    var outputEnds: [CInt] = [0, 0]
    guard linux_pipe(&outputEnds) == 0 else { throw SystemError("make a pipe") }
    let line = lineEnds[0]
    self.line = line
    output = outputEnds[0]
    let logName = "central\(plan.name.map { "-\($0)" } ?? "").log"
    self.logName = logName
    log = linux_create("\(folder)/\(logName)", O_WRONLY | O_TRUNC, 0o644)
    let input = linux_open("/dev/null", O_RDONLY)
    guard log >= 0, input >= 0 else { throw SystemError("write \(folder)/\(logName)") }
    defer {
      close(lineEnds[1])
      close(outputEnds[1])
      close(input)
    }
    driver = CentralDriver(
      adapter: plan.adapter, clockZero: loop.zero, scheduler: loop, records: records,
      output: { bytes in
        // A central that does not read is found out by its silence; its end by its process's.
        _ = try? Files.writeAll(bytes, to: line, as: "the driver line")
      }, misbehaved: onMisbehaviour)
    var leave: ((CentralEnd) -> Void)?
    process = try ChildProcess(
      .init(
        arguments: start.arguments, environment: start.environment,
        workingDirectory: start.workingDirectory,
        descriptors: [
          .init(0, from: input), .init(1, from: outputEnds[1]), .init(2, from: outputEnds[1]),
          .init(Self.driverDescriptor, from: lineEnds[1]),
        ]),
      on: loop
    ) { status in
      switch status {
      case .exited(let code): leave?(.exited(Int(code)))
      case .signalled(let signal): leave?(.signalled(Int(signal)))
      }
    }
    leave = { [unowned self] end in
      // What it said last comes before its end.
      for source in sources { source.drain() }
      onEnd(end)
    }
    if start.yieldsToAll { linux_yield_to_all(process.identifier) }
    listen(on: loop, onMisbehaviour)
    driver.start()
  }

  private func listen(on loop: EventLoop, _ onMisbehaviour: @escaping (CentralMisbehaviour) -> Void)
  {
    let said = Source(line, on: loop) { [unowned self] bytes in driver.receive(bytes) }
    let printing = Source(output, on: loop) { [unowned self] bytes in
      let before = printed
      printed += bytes.count
      guard before <= Self.outputLimit else { return }
      // The log is for people: a full disk must not decide a verdict.
      _ = try? Files.writeAll(bytes, to: log, as: logName)
      if printed > Self.outputLimit {
        onMisbehaviour(.flood(of: "its output", bytes: Self.outputLimit))
      }
    }
    sources = [said, printing]
  }

  /// How much memory it has, in KiB; nil when it is gone.
  var memory: Int? {
    // It may end at any moment, after which there is nothing to read and nothing to say.
    guard let text = try? Files.readText("/proc/\(process.identifier)/status"),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
    else { return nil }
    return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap {
      Int($0)
    }
  }

  /// Kills it with all that it started.
  func end() {
    process.signal(SIGKILL)
    process.endGroup()
    for source in sources { source.close() }
  }
}

/// One descriptor on which the central may say something.
private final class Source {
  private let descriptor: CInt
  private let take: ([UInt8]) -> Void
  private var watch: DescriptorWatch?
  private var buffer = [UInt8](repeating: 0, count: 65536)

  /// Hands over what comes until the other end is closed.
  init(_ descriptor: CInt, on loop: EventLoop, _ take: @escaping ([UInt8]) -> Void) {
    self.descriptor = descriptor
    self.take = take
    watch = loop.watch(descriptor, for: .readable) { [unowned self] _ in readOnce() }
  }

  /// Hands over what is there, without waiting for more: what a buffer holds, not what somebody
  /// else goes on writing.
  func drain() {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    for _ in 0..<16 where watch != nil && poll(&ready, 1, 0) > 0 { readOnce() }
  }

  func close() {
    watch?.cancel()
    watch = nil
  }

  private func readOnce() {
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return }
    guard count > 0 else { return close() }
    take(Array(buffer[..<count]))
  }
}
