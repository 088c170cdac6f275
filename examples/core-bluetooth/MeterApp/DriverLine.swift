// The driver protocol, docs/driver-protocol.md: a JSON object a line, both ways.

import CoreBluetooth

/// The line to the harness, or to a terminal where there is none. Everything happens on the main queue.
final class DriverLine: @unchecked Sendable {
  /// What a command is answered with: nil, or why it cannot be done.
  typealias Obey = (_ command: String, _ fields: [String: Any]) -> String?

  /// Whether there is somebody to be told by.
  let isDriven: Bool
  private let output: FileHandle
  private var source: (any DispatchSourceRead)?
  private var rest = Data()
  private var obey: Obey = { _, _ in nil }

  /// A line over the descriptor with this number.
  init(descriptor: String?) {
    let number = descriptor.flatMap { Int32($0) }
    isDriven = number != nil
    output = number.map { FileHandle(fileDescriptor: $0) } ?? .standardOutput
  }

  /// Says hello, and has commands obeyed from now on.
  func begin(_ obey: @escaping Obey) {
    self.obey = obey
    guard isDriven else { return }
    say(["protocol": 1, "capabilities": ["connect", "disconnect", "quit"]])
    let source = DispatchSource.makeReadSource(
      fileDescriptor: output.fileDescriptor, queue: .main)
    source.setEventHandler { [unowned self] in take(output.availableData) }
    source.activate()
    self.source = source
  }

  /// Tells that something has happened, now.
  func tell(_ event: String, _ fields: [String: Any] = [:]) {
    say(fields.merging(["event": event]) { $1 })
  }

  private func take(_ data: Data) {
    // Without a harness there is nobody to be driven by.
    guard !data.isEmpty else { exit(0) }
    rest += data
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      answer(rest[..<end])
      rest = Data(rest[(end + 1)...])
    }
  }

  private func answer(_ text: Data) {
    guard let fields = try? JSONSerialization.jsonObject(with: text) as? [String: Any],
      let id = fields["id"] as? Int, let command = fields["command"] as? String
    else { return }
    if let error = obey(command, fields) {
      say(["reply": id, "ok": false, "error": error])
    } else {
      say(["reply": id, "ok": true])
      if command == "quit" { exit(0) }
    }
  }

  private func say(_ fields: [String: Any]) {
    guard let data = try? JSONSerialization.data(withJSONObject: fields) else { return }
    output.write(data + Data("\n".utf8))
  }
}
