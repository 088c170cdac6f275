// Where scripts command an emulated meter: a Unix stream socket, a line of JSON a command, and a line
// for each answer. `{"id":1,"command":"load","volts":5.2}` is answered by `{"ok":true,"reply":1}`.

import CLinux
import EventLoop
import FoundationEssentials
import Glibc
import Records
import TestBench

/// The socket and those who are connected to it.
public final class ControlSocket {
  /// Carries out a command; it calls back with what to answer besides `ok`.
  typealias Handler = (
    EmulationCommand, @escaping (Result<[String: Detail], CommandRefusal>) -> Void
  ) -> Void

  private let path: String
  private let descriptor: CInt
  private let loop: EventLoop
  private let handler: Handler
  private var watch: DescriptorWatch?
  private var clients: [ControlClient] = []

  /// Listens at the path. A socket that an ended program left there is replaced; anything else is
  /// not.
  init(at path: String, on loop: EventLoop, _ handler: @escaping Handler) throws(BenchError) {
    self.path = path
    self.loop = loop
    self.handler = handler
    var information = stat()
    if lstat(path, &information) == 0 {
      guard information.st_mode & S_IFMT == S_IFSOCK, linux_is_listened_at(path) == 0 else {
        throw BenchError(
          "--control \(path): there is something there already",
          remedy: "Remove it, end the program that listens there, or name another path.")
      }
      unlink(path)
    }
    descriptor = linux_listen_at(path)
    guard descriptor >= 0 else {
      throw BenchError(
        "--control: \(SystemError("listen at \(path)"))",
        remedy: errno == ENAMETOOLONG
          ? "A socket's path may have 107 bytes." : "Name a path in a folder that you may write to."
      )
    }
    watch = loop.watch(descriptor, for: .readable) { [unowned self] _ in accept() }
  }

  /// Stops listening, hangs up on everybody and removes the socket.
  func close() {
    guard let watch else { return }
    watch.cancel()
    self.watch = nil
    Glibc.close(descriptor)
    unlink(path)
    for client in clients { client.close() }
    clients = []
  }

  /// Passes an event on to those who asked for events.
  func tell(_ line: String) {
    for client in clients where client.wantsEvents { client.send(line) }
  }

  private func accept() {
    let connection = linux_accept(descriptor)
    guard connection >= 0 else { return }
    let client = ControlClient(connection, on: loop)
    client.onLine = { [unowned self, unowned client] in take($0, from: client) }
    client.onEnd = { [unowned self, unowned client] in clients.removeAll { $0 === client } }
    clients.append(client)
  }

  private func take(_ line: String, from client: ControlClient) {
    let fields: [String: JSONValue]
    do {
      fields = try JSONDecoder().decode([String: JSONValue].self, from: Data(line.utf8))
    } catch {
      return client.answer(
        nil, .failure(CommandRefusal("this is not an object of JSON: \(line)")))
    }
    let id = fields["id"]?.plain
    if fields["command"] == .text("events") {
      client.wantsEvents = true
      return client.answer(id, .success([:]))
    }
    do throws(CommandRefusal) {
      handler(try EmulationCommand(fields)) { [weak client] in client?.answer(id, $0) }
    } catch {
      client.answer(id, .failure(error))
    }
  }
}

/// One who is connected to the control socket.
private final class ControlClient {
  var onLine: ((String) -> Void)?
  var onEnd: (() -> Void)?
  var wantsEvents = false
  private let descriptor: CInt
  private var watch: DescriptorWatch?
  private var lines = LineSplitter()
  private static let longestLine = 65536

  init(_ descriptor: CInt, on loop: EventLoop) {
    self.descriptor = descriptor
    watch = loop.watch(descriptor, for: .readable) { [unowned self] _ in receive() }
  }

  func answer(_ id: Detail?, _ result: Result<[String: Detail], CommandRefusal>) {
    var values: [String: Detail] = [:]
    switch result {
    case .success(let details):
      values = details
      values["ok"] = .flag(true)
    case .failure(let refusal):
      values["ok"] = .flag(false)
      values["error"] = .text(refusal.description)
    }
    if let id { values["reply"] = id }
    send(jsonLine(values))
  }

  func send(_ line: String) {
    guard watch != nil else { return }
    let bytes = Array((line + "\n").utf8)
    let count = Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    // Who does not read what was asked for is hung up on.
    if count != bytes.count { end() }
  }

  func close() {
    guard let watch else { return }
    watch.cancel()
    self.watch = nil
    Glibc.close(descriptor)
  }

  private func end() {
    close()
    onEnd?()
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else { return end() }
    for line in lines.take(Array(buffer[..<count])) where !line.isEmpty { onLine?(line) }
    if lines.pendingByteCount > Self.longestLine { end() }
  }
}
