// What somebody measured.

import Records

/// A recorded load: straight from each point to the next, the first before them all and the last
/// after.
public struct LoadRecording: Sendable, Hashable, Codable {
  private let times: [Int64]
  private let loads: [Load]

  /// Points at rising times from zero on.
  public init(_ points: [(time: Duration, load: Load)]) throws(LoadProgramError) {
    guard !points.isEmpty else { throw .empty }
    var times: [Int64] = []
    for (index, point) in points.enumerated() {
      let time = try LoadTimes.nanoseconds("time", point.time, atLeast: .zero)
      if let last = times.last, time <= last { throw .order(index: index) }
      times.append(time)
    }
    self.times = times
    loads = points.map(\.load)
  }

  func segment(at nanoseconds: Int64) -> LoadSegment {
    let next = times.firstAfter(nanoseconds)
    guard next < times.count else {
      return .steady(loads[loads.count - 1], from: times[times.count - 1])
    }
    guard next > 0 else { return .steady(loads[0], from: 0, to: times[0]) }
    return LoadSegment(
      start: times[next - 1], end: times[next], from: loads[next - 1], to: loads[next])
  }
}

extension LoadRecording {
  /// Reads a table: seconds, volts and amperes in each line, with commas, semicolons or tabs
  /// between them. A first line of names may put them in another order, and among others:
  /// `seconds`, `time_s` or `time`; `volts`, `voltage` or `V`; `amperes`, `current` or `A`. Empty
  /// lines and what follows a `#` are passed over.
  public init(csv text: String) throws(LoadRecordingError) {
    var columns: Columns?
    var times: [Int64] = []
    var loads: [Load] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let number = index + 1
      let cells = Self.cells(line)
      if cells.isEmpty { continue }
      if columns == nil {
        if Double(cells[0]) == nil {
          guard let named = Columns(names: cells) else { throw .names(line: number) }
          columns = named
          continue
        }
        columns = Columns()
      }
      let place = columns ?? Columns()
      func value(_ column: Int, _ name: String) throws(LoadRecordingError) -> Double {
        guard cells.indices.contains(column), let value = Double(cells[column]), value.isFinite
        else { throw .value(line: number, name: name) }
        return value
      }
      let seconds = try value(place.seconds, "seconds")
      let volts = try value(place.volts, "volts")
      let amperes = try value(place.amperes, "amperes")
      guard seconds >= 0, seconds <= LoadTimes.longest.inSeconds,
        case let nanoseconds = Int64((seconds * 1e9).rounded()), nanoseconds > times.last ?? -1
      else { throw .time(line: number, seconds: seconds) }
      times.append(nanoseconds)
      do throws(LoadError) { loads.append(try Load(volts: volts, amperes: amperes)) } catch {
        throw .load(line: number, error)
      }
    }
    guard !times.isEmpty else { throw .empty }
    self.times = times
    self.loads = loads
  }

  private static func cells(_ line: Substring) -> [String] {
    let text = line.prefix { $0 != "#" }
    let cells = text.split(omittingEmptySubsequences: false) { ",;\t".contains($0) }.map { cell in
      String(cell.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
    return cells.allSatisfy(\.isEmpty) ? [] : cells
  }

  /// Where each quantity stands in a line.
  private struct Columns {
    var seconds = 0
    var volts = 1
    var amperes = 2

    init() {}

    init?(names: [String]) {
      let names = names.map { $0.lowercased() }
      func column(_ words: Set<String>) -> Int? { names.firstIndex { words.contains($0) } }
      guard let seconds = column(["seconds", "time_s", "time", "s"]),
        let volts = column(["volts", "voltage", "v"]),
        let amperes = column(["amperes", "current", "a"])
      else { return nil }
      self.seconds = seconds
      self.volts = volts
      self.amperes = amperes
    }
  }
}

/// Why a table is no recording. Lines are counted from 1.
public enum LoadRecordingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The line of names lacks one of seconds, volts and amperes.
  case names(line: Int)
  /// A value is missing or no number.
  case value(line: Int, name: String)
  /// A time is not after the one before it, or beyond all reason.
  case time(line: Int, seconds: Double)
  /// No meter could be told of the load.
  case load(line: Int, LoadError)
  /// There is no line with values.
  case empty

  /// The line that is meant; nil for the table as a whole.
  public var line: Int? {
    switch self {
    case .names(let line), .value(let line, _), .time(let line, _), .load(let line, _): line
    case .empty: nil
    }
  }

  /// What is wrong, without the line.
  public var reason: String {
    switch self {
    case .names: "there are no columns for seconds, volts and amperes"
    case .value(_, let name): "there is no number for \(name)"
    case .time(_, let seconds): "\(seconds) s is no time after the one before it"
    case .load(_, let error): "\(error)"
    case .empty: "there is no line with values"
    }
  }

  /// One line that names the line and what is wrong.
  public var description: String { (line.map { "line \($0): " } ?? "") + reason }
}
