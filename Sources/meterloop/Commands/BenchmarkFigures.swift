// The figures of `meterloop benchmark`.

import EventLoop
import FoundationEssentials
import Records
import Scenarios
import TestBench

/// The real times of one pass over the suite.
struct BenchmarkClock {
  /// The parts of a run, in their order.
  enum Part: String, CaseIterable {
    case boot, daemons, connect, scenario, end, whole
  }

  private let loop: EventLoop
  private var starts: [String: VirtualTime] = [:]
  private var last: [String: VirtualTime] = [:]
  /// Seconds of each part, by file.
  private(set) var seconds: [String: [Part: Double]] = [:]

  init(loop: EventLoop) {
    self.loop = loop
  }

  mutating func note(_ event: SuiteEvent) {
    switch event {
    case .began(_, let file):
      starts[file] = loop.now
      last[file] = loop.now
    case .progressed(let file, .bringingUp("dbus-daemon")): end(.boot, of: file)
    case .progressed(let file, .reached(.adapters)): end(.daemons, of: file)
    case .progressed(let file, .reached(.connected)): end(.connect, of: file)
    case .progressed(let file, .reached(.verdict)): end(.scenario, of: file)
    case .progressed, .noted: break
    case .ended(_, let result, _):
      end(.end, of: result.file)
      if let start = starts[result.file] {
        seconds[result.file, default: [:]][.whole] = (loop.now - start).inSeconds
      }
    }
  }

  private mutating func end(_ part: Part, of file: String) {
    guard let before = last[file] else { return }
    seconds[file, default: [:]][part] = (loop.now - before).inSeconds
    last[file] = loop.now
  }
}

/// All passes together.
struct BenchmarkFigures {
  private var samples: [String: [BenchmarkClock.Part: [Double]]] = [:]
  private var files: [String] = []

  mutating func add(_ clock: BenchmarkClock) {
    for (file, parts) in clock.seconds {
      if !files.contains(file) { files.append(file) }
      for (part, seconds) in parts {
        samples[file, default: [:]][part, default: []].append(seconds)
      }
    }
    files.sort()
  }

  private func median(_ file: String, _ part: BenchmarkClock.Part) -> Double? {
    samples[file]?[part].map { $0.sorted()[$0.count / 2] }
  }

  /// One line a scenario and one for all of them.
  func table(runs: Int) -> String {
    let parts = BenchmarkClock.Part.allCases
    var lines = [
      "milliseconds of real time, the median of \(runs) runs (whole: least to most)",
      parts.map { column($0.rawValue) }.joined() + "  scenario file",
    ]
    var total = 0.0
    for file in files {
      let figures = parts.map { part in
        column(median(file, part).map { "\(Int($0 * 1000 + 0.5))" } ?? "–")
      }
      let whole = samples[file]?[.whole] ?? []
      let range = "\(Int((whole.min() ?? 0) * 1000))–\(Int((whole.max() ?? 0) * 1000))"
      total += median(file, .whole) ?? 0
      lines.append(figures.joined() + "  \(file) (\(range))")
    }
    let adapters = files.compactMap { file in
      median(file, .boot).flatMap { boot in median(file, .daemons).map { boot + $0 } }
    }.sorted()
    if !adapters.isEmpty {
      lines.append(
        "from starting a guest to powered adapters: \(Int(adapters[adapters.count / 2] * 1000)) ms")
    }
    let perSecond = Double(files.count) / total
    lines.append("scenarios a second and core: \(Double(Int(perSecond * 100)) / 100)")
    return lines.joined(separator: "\n") + "\n"
  }

  /// One JSON object a scenario: its file and the seconds of each part, run by run.
  func json() throws -> String {
    struct Line: Encodable {
      let file: String
      let seconds: [String: [Double]]
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try files.map { file in
      var seconds: [String: [Double]] = [:]
      for (part, values) in samples[file] ?? [:] { seconds[part.rawValue] = values }
      return String(decoding: try encoder.encode(Line(file: file, seconds: seconds)), as: UTF8.self)
        + "\n"
    }.joined()
  }

  private func column(_ text: String) -> String {
    String(repeating: " ", count: max(0, 10 - text.count)) + text
  }
}
