// A connection to a message bus: calls out, calls in, signals both ways.

import CDBus
import EventLoop
import Records

/// A connection to a message bus on an event loop. Keep it for as long as its callbacks are wanted;
/// letting it go closes it, and calls still waiting are then forgotten.
public final class Bus {
  /// Where a bus listens.
  public enum Address: Sendable {
    /// The system bus, `/run/dbus/system_bus_socket`.
    case system
    /// A Unix socket.
    case path(String)
    /// An address in D-Bus's own form, such as `unix:abstract=x`.
    case address(String)

    var text: String {
      switch self {
      case .system: Address.path("/run/dbus/system_bus_socket").text
      case .path(let path):
        // D-Bus escapes whatever is not plain in an address as %hh.
        "unix:path="
          + path.utf8.map { byte in
            let isPlain =
              switch byte {
              case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "*"):
                true
              default: false
              }
            return isPlain
              ? String(UnicodeScalar(byte))
              : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
          }.joined()
      case .address(let address): address
      }
    }
  }

  /// The loop that everything here happens on.
  public let loop: EventLoop
  /// Called once when the bus has gone, after the calls still waiting have failed.
  public var onClosed: (() -> Void)?
  /// Called with errors that belong to no call of the owner's, such as a match rule refused.
  public var onProblem: ((BusError) -> Void)?
  private let connection: BusConnection
  private var waiting: [UInt32: WaitingCall] = [:]
  private var objects: [String: (IncomingCall) -> Void] = [:]
  private var subscriptions: [SignalSubscription] = []

  /// Connects, waiting until the bus has given the connection its name.
  public init(loop: EventLoop, address: Address) throws(BusError) {
    self.loop = loop
    connection = try BusConnection(loop: loop, address: address.text)
    connection.onMessage = { [weak self] in self?.take($0) }
    connection.onLost = { [weak self] in self?.lost() }
  }

  /// The connection's own name on the bus, such as `:1.7`.
  public var uniqueName: String { connection.uniqueName }
  /// Whether the connection stands.
  public var isOpen: Bool { connection.isOpen }

  /// Sends out what is waiting and closes the connection; calls still waiting fail. `onClosed` is
  /// for the other side's doing and is not called.
  public func close() {
    connection.close()
    failWaiting()
  }

  /// Makes a call. `done` is called exactly once and never before this returns. A `timeout` of nil
  /// waits for ever (BlueZ's Connect takes up to 40 s); should the other side leave the bus, the call
  /// fails nonetheless.
  public func call(
    _ call: MethodCall, timeout: Duration? = nil,
    _ done: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    do throws(BusError) {
      guard isOpen else { throw .disconnected }
      let message = try call.message()
      defer { dbus_message_unref(message) }
      guard let serial = connection.send(message) else { throw .exhausted }
      let timer = timeout.map { timeout in
        loop.after(timeout) { [weak self] in
          self?.finish(
            serial, .failure(.noReply("\(call.member): no answer within \(timeout.inSeconds) s")))
        }
      }
      waiting[serial] = WaitingCall(timer: timer, done: done)
    } catch {
      loop.after(.zero) { done(.failure(error)) }
    }
  }

  /// Sends a signal.
  public func emit(_ signal: Signal) throws(BusError) {
    let message = try signal.message()
    defer { dbus_message_unref(message) }
    guard isOpen else { throw .disconnected }
    guard connection.send(message) != nil else { throw .exhausted }
  }

  /// Has `handler` answer the calls to the object at `path`, in place of an earlier handler.
  public func export(_ path: String, _ handler: @escaping (IncomingCall) -> Void) {
    objects[path] = handler
  }

  /// Takes the object off the bus.
  public func unexport(_ path: String) { objects[path] = nil }

  /// Calls `handler` for each signal that the rule fits, until the subscription is cancelled.
  @discardableResult
  public func onSignal(
    _ rule: SignalRule, _ handler: @escaping (Signal) -> Void
  ) -> SignalSubscription {
    let subscription = SignalSubscription(rule: rule, handler: handler, bus: self)
    subscriptions.append(subscription)
    callBus("AddMatch", [.string(rule.match)]) { [weak self] in self?.report($0) }
    return subscription
  }

  /// Asks for a well-known name, failing when somebody else has it.
  public func requestName(
    _ name: String, _ done: @escaping (Result<Void, BusError>) -> Void
  ) {
    let doNotQueue = BusValue.uint32(UInt32(DBUS_NAME_FLAG_DO_NOT_QUEUE))
    callBus("RequestName", [.string(name), doNotQueue]) { result in
      done(
        result.flatMap { values in
          // 1: owner now; 4: was the owner already.
          values.first?.integer == 1 || values.first?.integer == 4
            ? .success(())
            : .failure(
              BusError(name: DBUS_ERROR_ACCESS_DENIED, message: "somebody else owns \(name)"))
        })
    }
  }

  /// Gives a well-known name back.
  public func releaseName(_ name: String) {
    callBus("ReleaseName", [.string(name)]) { [weak self] in self?.report($0) }
  }

  func cancel(_ subscription: SignalSubscription) {
    subscriptions.removeAll { $0 === subscription }
    guard isOpen else { return }
    callBus("RemoveMatch", [.string(subscription.rule.match)]) { [weak self] in self?.report($0) }
  }

  func callBus(
    _ member: String, _ arguments: [BusValue],
    _ done: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    call(
      MethodCall(
        destination: DBUS_SERVICE_DBUS, path: DBUS_PATH_DBUS, interface: DBUS_INTERFACE_DBUS,
        member: member, arguments: arguments), done)
  }

  /// Passes an error on to whoever looks after the bus.
  func report(_ result: Result<[BusValue], BusError>) {
    if case .failure(let error) = result, error != .disconnected { onProblem?(error) }
  }
}

/// A call whose answer is awaited.
private struct WaitingCall {
  let timer: (any ScheduledWork)?
  let done: (Result<[BusValue], BusError>) -> Void
}

extension Bus {
  private func take(_ message: OpaquePointer) {
    switch dbus_message_get_type(message) {
    case DBUS_MESSAGE_TYPE_METHOD_RETURN, DBUS_MESSAGE_TYPE_ERROR: takeReply(message)
    case DBUS_MESSAGE_TYPE_SIGNAL: takeSignal(message)
    case DBUS_MESSAGE_TYPE_METHOD_CALL: takeCall(message)
    default: break
    }
  }

  private func takeReply(_ message: OpaquePointer) {
    let serial = dbus_message_get_reply_serial(message)
    // The answer to a call that timed out is no longer awaited.
    guard waiting[serial] != nil else { return }
    do throws(BusError) {
      let values = try arguments(of: message)
      guard dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_ERROR else {
        return finish(serial, .success(values))
      }
      throw BusError(
        name: text(dbus_message_get_error_name(message)), message: values.first?.string ?? "")
    } catch {
      finish(serial, .failure(error))
    }
  }

  private func finish(_ serial: UInt32, _ result: Result<[BusValue], BusError>) {
    guard let call = waiting.removeValue(forKey: serial) else { return }
    call.timer?.cancel()
    call.done(result)
  }

  private func takeSignal(_ message: OpaquePointer) {
    do throws(BusError) {
      let signal = Signal(
        sender: text(dbus_message_get_sender(message)), path: text(dbus_message_get_path(message)),
        interface: text(dbus_message_get_interface(message)),
        member: text(dbus_message_get_member(message)), arguments: try arguments(of: message))
      // A handler may add and cancel subscriptions.
      for subscription in subscriptions where subscription.rule.matches(signal) {
        subscription.deliver(signal)
      }
    } catch {
      onProblem?(error)
    }
  }

  private func takeCall(_ message: OpaquePointer) {
    do throws(BusError) {
      let call = IncomingCall(
        message, arguments: try arguments(of: message), connection: connection)
      if call.interface == DBUS_INTERFACE_PEER, call.member == "Ping" {
        call.reply()
      } else if let handler = objects[call.path] {
        handler(call)
      } else {
        call.fail(.unknownObject("there is no object at \(call.path)"))
      }
    } catch {
      IncomingCall(message, arguments: [], connection: connection).fail(error)
    }
  }

  private func lost() {
    failWaiting()
    onClosed?()
  }

  private func failWaiting() {
    // In the order in which the calls were made.
    for serial in waiting.keys.sorted() { finish(serial, .failure(.disconnected)) }
  }
}
