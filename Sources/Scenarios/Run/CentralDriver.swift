// The harness's side of the driver protocol: bytes in, records and replies out; commands in, bytes
// out. It knows nothing of processes and descriptors, and no input can break it.
//
// The protocol is JSON, one object a line, both ways over one stream. The first line either way is
// {"protocol":1,"capabilities":[…]}. Harness to central: {"id":N,"command":"…",…}. Central to
// harness: {"reply":N,"ok":true} or {"reply":N,"ok":false,"error":"…"}, and {"event":"…","time_ns":T,…}
// with T of CLOCK_MONOTONIC.

import FoundationEssentials
import Records

/// Speaks with one central.
public final class CentralDriver {
  /// What a central may write before it counts as flooding.
  public struct Limits: Sendable {
    /// Bytes of one line.
    public var lineBytes = 1 << 16
    /// Bytes of all lines.
    public var totalBytes = 16 << 20
    /// Lines within one second of the scenario's clock: reading them costs real time, which a flood
    /// at one virtual moment would use up before it came to many bytes.
    public var linesPerSecond = 10_000

    /// The limits of the suite.
    public init() {}
  }

  /// The newest event that is taken for late rather than for wrong.
  private static let oldestEvent = Duration.seconds(1)

  private let adapter: Int
  private let clockZero: Int64
  private let scheduler: any Scheduler
  private let records: RecordStream
  private let limits: Limits
  private let output: ([UInt8]) -> Void
  private let misbehaved: (CentralMisbehaviour) -> Void

  private var line: [UInt8] = []
  private var total = 0
  private var second = VirtualTime(nanoseconds: 0)
  private var linesOfSecond = 0
  private var isBroken = false
  private var lastEventTime = VirtualTime(nanoseconds: 0)
  private var nextID = 1
  private var replies: [Int: (CommandReply) -> Void] = [:]
  private var waiting: [[UInt8]] = []

  /// Whether the central has said its hello.
  public private(set) var speaks = false
  /// What the central says it can do.
  public private(set) var capabilities: [String] = []

  /// A driver of the central on this adapter, that writes with `output`, puts the central's events into
  /// `records`, and calls `misbehaved` once if the central breaks the protocol or floods it; after that
  /// it is deaf. `clockZero` is what CLOCK_MONOTONIC says at the scheduler's time 0, in nanoseconds.
  public init(
    adapter: Int = 0, clockZero: Int64 = 0, scheduler: any Scheduler, records: RecordStream,
    limits: Limits = Limits(), output: @escaping ([UInt8]) -> Void,
    misbehaved: @escaping (CentralMisbehaviour) -> Void
  ) {
    self.adapter = adapter
    self.clockZero = clockZero
    self.scheduler = scheduler
    self.records = records
    self.limits = limits
    self.output = output
    self.misbehaved = misbehaved
  }

  /// Says the harness's hello.
  public func start() {
    write(.object(["protocol": .integer(1), "capabilities": .list([])]))
  }

  /// Gives a command; it leaves once the central has said its hello.
  public func send(_ command: CentralCommand, reply: @escaping (CommandReply) -> Void) {
    let id = nextID
    nextID += 1
    replies[id] = reply
    var object = command.arguments
    object["id"] = .integer(id)
    object["command"] = .text(command.name)
    write(.object(object), afterHello: true)
  }

  /// Takes bytes as they come from the central.
  public func receive(_ bytes: [UInt8]) {
    guard !isBroken else { return }
    total += bytes.count
    if total > limits.totalBytes {
      return fail(.flood(of: "the driver line", bytes: limits.totalBytes))
    }
    let now = scheduler.now
    if now - second >= .seconds(1) { (second, linesOfSecond) = (now, 0) }
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        linesOfSecond += 1
        if linesOfSecond > limits.linesPerSecond {
          return fail(.hail(lines: limits.linesPerSecond))
        }
        take(line)
        line.removeAll(keepingCapacity: true)
        if isBroken { return }
      } else if line.count < limits.lineBytes {
        line.append(byte)
      } else {
        return fail(.endlessLine(bytes: limits.lineBytes))
      }
    }
  }

  // MARK: Lines

  private func take(_ line: [UInt8]) {
    if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return }
    // What the decoder dislikes about the line is of no use to anyone; the line itself is.
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(line)),
      case .object(let object) = value
    else { return fail(.garbage(Self.quoted(line))) }
    guard speaks else { return hello(object, line) }
    if case .integer(let id) = object["reply"] {
      take(reply: id, object, line)
    } else if case .text(let event) = object["event"], !event.isEmpty {
      take(event: event, object)
    } else {
      fail(.garbage(Self.quoted(line)))
    }
  }

  private func hello(_ object: [String: JSONValue], _ line: [UInt8]) {
    guard case .integer(let version) = object["protocol"] else {
      return fail(.garbage(Self.quoted(line)))
    }
    guard version == 1 else { return fail(.version(version)) }
    if case .list(let names) = object["capabilities"] {
      capabilities = names.compactMap { if case .text(let name) = $0 { name } else { nil } }
    }
    speaks = true
    let waiting = waiting
    self.waiting = []
    for line in waiting { output(line) }
  }

  private func take(reply id: Int, _ object: [String: JSONValue], _ line: [UInt8]) {
    guard case .flag(let isOK) = object["ok"], let reply = replies.removeValue(forKey: id) else {
      return fail(.garbage(Self.quoted(line)))
    }
    if isOK { return reply(.accepted) }
    if case .text(let error) = object["error"] { return reply(.refused(error)) }
    reply(.refused("it gave no reason"))
  }

  private func take(event: String, _ object: [String: JSONValue]) {
    var details: [String: Detail] = [:]
    for (name, value) in object where name != "event" && name != "time_ns" {
      details[name] = value.detail
    }
    records.append(
      Record(
        time: time(of: object), witness: .central, adapter: adapter, kind: event,
        details: details))
  }

  /// The central's own time, as far as it can be true: not in the future, not before its last event,
  /// and not long past.
  private func time(of object: [String: JSONValue]) -> VirtualTime {
    let now = scheduler.now
    var time = now
    if case .integer(let nanoseconds) = object["time_ns"] {
      // What cannot be counted from zero is no time of this clock's.
      let (sinceZero, overflows) = Int64(nanoseconds).subtractingReportingOverflow(clockZero)
      if !overflows { time = VirtualTime(nanoseconds: sinceZero) }
    }
    let earliest = max(lastEventTime, now + (.zero - Self.oldestEvent))
    time = min(max(time, earliest), now)
    lastEventTime = time
    return time
  }

  // MARK: Output and failure

  private func write(_ value: JSONValue, afterHello: Bool = false) {
    guard !isBroken else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      let line = [UInt8](try encoder.encode(value)) + [UInt8(ascii: "\n")]
      if afterHello, !speaks { waiting.append(line) } else { output(line) }
    } catch {
      // Only a number that JSON cannot hold gets here, and commands have none.
      preconditionFailure("a driver command that is not JSON: \(error)")
    }
  }

  private func fail(_ what: CentralMisbehaviour) {
    guard !isBroken else { return }
    isBroken = true
    replies = [:]
    waiting = []
    misbehaved(what)
  }

  /// The beginning of a line, printable.
  private static func quoted(_ line: [UInt8]) -> String {
    "'\(printable(String(decoding: line.prefix(80), as: UTF8.self)))\(line.count > 80 ? "…" : "")'"
  }
}

extension JSONValue {
  /// The value as a record's detail; lists and objects as their JSON, null as nothing.
  fileprivate var detail: Detail? {
    switch self {
    case .null, .flag, .integer, .number, .text: return plain
    case .list, .object:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      do {
        return .text(String(decoding: try encoder.encode(self), as: UTF8.self))
      } catch {
        return .text("\(error)")
      }
    }
  }
}
