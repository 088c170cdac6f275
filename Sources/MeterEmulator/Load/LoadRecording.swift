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
  /// Reads a table: seconds, volts and amperes in each line, with tabs, semicolons or commas between
  /// them, which of them the first line says. Where it is not the comma, a number may have a decimal
  /// comma. A first line of names may put the columns in another order, and among others:
  /// `seconds`, `time_s` or `time`; `volts`, `voltage` or `V`; `amperes`, `current` or `A`. Each
  /// line has as many cells as the first; a cell may stand in double quotes. Empty lines and what
  /// follows a `#` are passed over.
  public init(csv text: String) throws(LoadRecordingError) {
    var table: LoadTable?
    var columns = Columns()
    var times: [Int64] = []
    var loads: [Load] = []
    for (index, line) in LoadTable.lines(text).enumerated() {
      let number = index + 1
      if LoadTable.isEmpty(line) { continue }
      let isFirst = table == nil
      let format = table ?? LoadTable(firstLine: line)
      guard let cells = format.cells(line) else { throw .quote(line: number) }
      if isFirst {
        let isNamed = format.number(cells[0]) == nil
        table = isNamed ? format.having(cells.count) : format
        if isNamed {
          guard let named = Columns(names: cells) else { throw .names(line: number) }
          columns = named
          continue
        }
      }
      let expected = table?.cellCount ?? format.cellCount
      guard cells.count == expected else {
        throw .cells(line: number, found: cells.count, expected: expected)
      }
      func value(_ column: Int, _ name: String) throws(LoadRecordingError) -> Double {
        guard let value = format.number(cells[column]), value.isFinite
        else { throw .value(line: number, name: name) }
        return value
      }
      let seconds = try value(columns.seconds, "seconds")
      let volts = try value(columns.volts, "volts")
      let amperes = try value(columns.amperes, "amperes")
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
  /// There are more or fewer cells than columns.
  case cells(line: Int, found: Int, expected: Int)
  /// A cell's double quotes are not closed, or something follows them.
  case quote(line: Int)
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
    case .names(let line), .cells(let line, _, _), .quote(let line), .value(let line, _),
      .time(let line, _), .load(let line, _):
      line
    case .empty: nil
    }
  }

  /// What is wrong, without the line.
  public var reason: String {
    switch self {
    case .names: "there are no columns for seconds, volts and amperes"
    case .cells(_, let found, let expected):
      "there \(found == 1 ? "is 1 cell" : "are \(found) cells") for \(expected) columns; a decimal "
        + "comma needs semicolons or tabs between the cells"
    case .quote: "a cell's double quotes do not end where the cell does"
    case .value(_, let name): "there is no number for \(name)"
    case .time(_, let seconds): "\(seconds) s is no time after the one before it"
    case .load(_, let error): "\(error)"
    case .empty: "there is no line with values"
    }
  }

  /// One line that names the line and what is wrong.
  public var description: String { (line.map { "line \($0): " } ?? "") + reason }
}
