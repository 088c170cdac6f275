// The files that `meterloop test` writes beside what it prints.

import CLinux
import EventLoop
import Glibc
import Records
import Scenarios
import TestBench

/// The reports of one suite: those that are written as it runs, and those that are written at its end.
final class TestReports {
  private let junit: String?
  private let json: String?
  private let tap: String?
  private let html: String?
  private let events: (path: String, descriptor: CInt)?
  private let stream = EventStream()
  private var page = HTMLReport()
  private var clock: () -> VirtualTime = { VirtualTime(nanoseconds: 0) }
  private var start = VirtualTime(nanoseconds: 0)
  private var titles: [String] = []
  /// What went wrong first: the suite goes on, and it is told at the end.
  private var failure: (any Error)?

  /// The reports that a call asks for. Before anything runs, so that one that cannot be written is no
  /// surprise for the end, each is made sure of: a file of its own, and no scenario's.
  init(_ parsed: OptionTable.Parsed, sparing files: [String]) throws {
    junit = parsed.value("junit")
    json = parsed.value("json")
    tap = parsed.value("tap")
    html = parsed.value("html")
    let path = parsed.value("events")
    try Self.reserve([junit, json, tap, html, path].compactMap(\.self), sparing: files)
    events = try path.map { path in
      let descriptor = linux_create(path, O_WRONLY | O_TRUNC, 0o644)
      guard descriptor >= 0 else { throw Self.unwritable(path) }
      return (path, descriptor)
    }
  }

  deinit {
    if let events { close(events.descriptor) }
  }

  /// The suite begins; `clock` is real time.
  func begin(
    _ items: [SuiteItem], _ unreadable: [ScenarioError], clock: @escaping () -> VirtualTime
  ) {
    self.clock = clock
    start = clock()
    titles = items.map(\.scenario.title)
    tell { try stream.began(at: $0, runs: items.count, unreadable: unreadable) }
  }

  /// Something happened in it.
  func note(_ event: SuiteEvent) {
    switch event {
    case .began(let run, let file):
      tell { try stream.began(at: $0, run: run, file: file, title: titles[run - 1]) }
    case .ended(let run, let result, let folder):
      tell { try stream.ended(at: $0, run: run, result) }
      guard html != nil else { return }
      keepingFailure { try page.add(run, result, folder: folder) }
    case .noted, .progressed: break
    }
  }

  /// The suite has ended: writes the rest.
  func end(_ report: SuiteReport) throws {
    tell { try stream.ended(at: $0, report) }
    if let junit { try Files.write(JUnitXML.render(report), to: junit) }
    if let json { try Files.write(try report.json(), to: json) }
    if let tap { try Files.write(TAP.render(report), to: tap) }
    if let html { try Files.write(page.render(report), to: html) }
    if let failure { throw failure }
  }

  private func tell(_ line: (Duration) throws -> String) {
    guard let events else { return }
    keepingFailure {
      let text = try line(clock() - start)
      try Files.writeAll(Array(text.utf8), to: events.descriptor, as: events.path)
    }
  }

  private func keepingFailure(_ work: () throws -> Void) {
    do { try work() } catch { failure = failure ?? error }
  }

  private static func reserve(_ reports: [String], sparing files: [String]) throws {
    var taken = Set(files.compactMap(Files.absolute))
    for path in reports {
      if let place = Files.absolute(path), taken.contains(place) {
        throw UsageError(message: "the report \(path) would overwrite a scenario or another report")
      }
      let descriptor = linux_create(path, O_WRONLY, 0o644)
      guard descriptor >= 0 else { throw unwritable(path) }
      close(descriptor)
      if let place = Files.absolute(path), !place.hasPrefix("/dev/") { taken.insert(place) }
    }
  }

  private static func unwritable(_ path: String) -> BenchError {
    BenchError("\(SystemError("write the report \(path)"))", remedy: "Name another file.")
  }
}
