// Running the built executable as a user does.

import Foundation
import Testing

/// What a run of `meterloop` came to.
struct Outcome {
  /// The exit code, or 128 and the signal's number.
  let code: Int32
  let output: String
  let errors: String

  /// Both, for a failing expectation.
  var all: String { "exit \(code)\n\(output)\(errors)" }
}

/// The executable under test: METERLOOP_BINARY, which `make test` sets.
enum Meterloop {
  static var path: String? {
    ProcessInfo.processInfo.environment["METERLOOP_BINARY"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The checkout.
  static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// Why end-to-end tests are skipped where they are.
  static let reason: Comment = "METERLOOP_BINARY is not set; run the tests by `make test`"
  static var isThere: Bool { path != nil }

  /// Runs it to its end in `folder` (the checkout), with `environment` on top of this process's.
  static func run(
    _ arguments: [String], in folder: String = checkout, environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = try start(arguments, in: folder, environment: environment)
    return process.wait()
  }

  /// Starts it, for a test that interferes.
  static func start(
    _ arguments: [String], in folder: String = checkout, environment: [String: String] = [:]
  ) throws -> RunningProcess {
    try RunningProcess(
      program: try #require(path), arguments: arguments, folder: folder, environment: environment)
  }
}

/// A program that runs, and what it prints.
final class RunningProcess {
  private let process = Process()
  private let output: Reader
  private let errors: Reader

  init(
    program: String, arguments: [String], folder: String, environment: [String: String]
  ) throws {
    let outputPipe = Pipe()
    let errorPipe = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    try process.run()
    output = Reader(outputPipe.fileHandleForReading)
    errors = Reader(errorPipe.fileHandleForReading)
  }

  var identifier: pid_t { process.processIdentifier }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits until the program has printed this, or has ended; whether it was printed.
  func waits(for text: String) -> Bool { output.waits(for: text) || errors.waits(for: text) }

  /// Waits until it has printed this to standard error, or has closed it; whether it was printed.
  func complains(of text: String) -> Bool { errors.waits(for: text) }

  /// Waits for its end.
  func wait() -> Outcome {
    process.waitUntilExit()
    let code = process.terminationStatus
    return Outcome(
      code: process.terminationReason == .exit ? code : 128 + code, output: output.whole(),
      errors: errors.whole())
  }
}

/// Reads a pipe on a thread of its own, so that a program never waits for its reader.
private final class Reader: @unchecked Sendable {
  private let condition = NSCondition()
  private var text = Data()
  private var isAtEnd = false

  init(_ handle: FileHandle) {
    Thread { [self] in
      while true {
        let data = handle.availableData
        condition.lock()
        text += data
        isAtEnd = data.isEmpty
        condition.broadcast()
        condition.unlock()
        if data.isEmpty { return }
      }
    }.start()
  }

  func waits(for wanted: String) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while !String(decoding: text, as: UTF8.self).contains(wanted) {
      if isAtEnd { return false }
      condition.wait()
    }
    return true
  }

  func whole() -> String {
    condition.lock()
    defer { condition.unlock() }
    while !isAtEnd { condition.wait() }
    return String(decoding: text, as: UTF8.self)
  }
}
