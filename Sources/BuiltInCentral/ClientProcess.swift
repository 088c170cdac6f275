// `meterloop central scan` and `monitor`: the app's logic on this machine's Bluetooth, with this process's
// output for its screen.

import CLinux
import CentralUnderTest
import CoreBluetooth
import Glibc
import SharedProtocols

/// The settings that `meterloop central` has checked, as `NAME=VALUE` words.
struct ClientSettings {
  private var values: [Substring: String] = [:]

  init(_ words: some Sequence<String>) {
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      values[parts[0]] = parts.count == 2 ? String(parts[1]) : ""
    }
  }

  subscript(name: Substring) -> String? { values[name] }

  func duration(_ name: Substring) -> Duration? {
    self[name].flatMap(Int64.init).map { .nanoseconds($0) }
  }
}

/// Lists or shows meters until the end.
func runClient(_ word: String, _ settings: ClientSettings) -> Never {
  // A reader that goes away shows itself in the writing.
  signal(SIGPIPE, SIG_IGN)
  if let adapter = settings["adapter"] { BluetoothHost.configuration.adapterName = adapter }
  var table: CInt?
  if let path = settings["csv"] {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      let reason = String(cString: strerror(errno))
      ClientProcess.complain("cannot make \(path): \(reason)\n  Nothing is overwritten")
      exit(MeterClient.End.broken.rawValue)
    }
    table = descriptor
  }
  let queue = DispatchQueue(label: "meterloop.central")
  queue.async { [table] in
    let process = ClientProcess(word, settings, table: table, queue: queue)
    // Lasts as long as the process does.
    _ = Unmanaged.passRetained(process)
  }
  dispatchMain()
}

/// The client, its output and its signals. Confined to the queue.
private final class ClientProcess: @unchecked Sendable {
  private var client: MeterClient?
  private var signals: [any DispatchSourceSignal] = []

  init(_ word: String, _ settings: ClientSettings, table: CInt?, queue: DispatchQueue) {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { [unowned self] in client?.interrupt() }
      source.activate()
      signals.append(source)
    }
    var central = CentralSettings()
    central.profile = settings["profile"].flatMap { MeterProfile(rawValue: $0) } ?? .factory
    let made = MeterClient(
      AppData { BluetoothManager(queue: queue, settings: central) },
      Self.wish(word, settings), scheduler: DispatchDelays(queue: queue),
      MeterClient.Surroundings(
        print: { [unowned self] in write($0, to: 1) },
        note: { Self.say($0) },
        table: table.map { descriptor in { [unowned self] in write($0, to: descriptor) } },
        now: { Date() },
        problem: { BluetoothHost.problem.map { "\($0)\n  \($0.remedy)" } },
        address: { BluetoothHost.address(of: $0) },
        end: { end, reason in
          if let reason { Self.complain(reason) }
          exit(end.rawValue)
        }))
    client = made
    made.start()
  }

  private static func wish(_ word: String, _ settings: ClientSettings) -> MeterClient.Wish {
    var wish = MeterClient.Wish(word == "scan" ? .scan : .monitor(choice(settings)))
    let isLive = isatty(1) == 1 && settings["terminal"] != "dumb"
    wish.form = settings["json"] != nil ? .json : isLive ? .live : .lines
    wish.count = settings["count"].flatMap(Int.init)
    wish.duration = settings.duration("for")
    wish.patience = settings.duration("within") ?? wish.patience
    wish.meterText =
      settings["model"] ?? settings["name"].map { "'\($0)'" } ?? settings["address"]
      ?? wish.meterText
    return wish
  }

  private static func choice(_ settings: ClientSettings) -> MeterChoice {
    if let model = settings["model"].flatMap({ MeterModel(rawValue: $0) }) { return .model(model) }
    if let name = settings["name"] { return .named(name) }
    if let address = settings["address"] {
      return .matching { BluetoothHost.address(of: $0) == address }
    }
    return .any
  }

  /// Writes all of it; nobody reading any more is the user's wish to end.
  private func write(_ text: String, to descriptor: CInt) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        let reason = "cannot write: \(String(cString: strerror(errno)))"
        client?.outputFailed(errno == EPIPE ? nil : reason)
        return
      }
    }
  }

  private static func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    // There is nowhere left to say that this has failed.
    _ = Glibc.write(2, line, line.count)
  }

  static func complain(_ text: String) { say("meterloop central: \(text)") }
}
