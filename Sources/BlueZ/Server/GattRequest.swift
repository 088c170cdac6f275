// A central's read or write, to be answered by the application.

/// A read under way. bluetoothd waits 5 s for the answer, then tells the central ATT 0x0E; should the
/// link end with the answer outstanding, bluetoothd 5.66 crashes. A read let go unanswered is refused.
public final class ReadRequest {
  /// Where in the value to start; a long value is asked for piece by piece.
  public let offset: Int
  /// The central's device path.
  public let device: String?
  /// The link's ATT MTU in bytes.
  public let mtuBytes: Int?
  private let call: IncomingCall

  init(_ call: IncomingCall, options: [String: BusValue]) {
    self.call = call
    offset = options["offset"]?.integer ?? 0
    device = options["device"]?.path
    mtuBytes = options["mtu"]?.integer
  }

  /// Answers with the value from `offset` on, or refuses. Only the first answer counts.
  public func answer(_ result: Result<[UInt8], GattFailure>) {
    switch result {
    case .success(let value): call.reply([.bytes(value)])
    case .failure(let failure): call.fail(failure.busError)
    }
  }

  /// Answers with what lies behind `offset` in the whole value.
  public func answer(from value: [UInt8]) {
    guard offset >= 0, offset <= value.count else { return answer(.failure(.invalidOffset)) }
    answer(.success([UInt8](value[offset...])))
  }
}

/// A write under way, under the same terms as a read. Where the characteristic also takes writes
/// without response, bluetoothd has answered the central already, whatever is answered here.
public final class WriteRequest {
  /// What is written.
  public let value: [UInt8]
  /// Where in the value it goes.
  public let offset: Int
  /// The central's device path.
  public let device: String?
  /// The link's ATT MTU in bytes.
  public let mtuBytes: Int?
  private let call: IncomingCall

  init(_ call: IncomingCall, value: [UInt8], options: [String: BusValue]) {
    self.call = call
    self.value = value
    offset = options["offset"]?.integer ?? 0
    device = options["device"]?.path
    mtuBytes = options["mtu"]?.integer
  }

  /// Accepts or refuses. Only the first answer counts.
  public func answer(_ result: Result<Void, GattFailure> = .success(())) {
    switch result {
    case .success: call.reply()
    case .failure(let failure): call.fail(failure.busError)
    }
  }
}
