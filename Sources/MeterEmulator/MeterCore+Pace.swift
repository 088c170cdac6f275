// How a meter's answers go out: after a delay, in pieces, at the pace of its serial line.

import Records
import SharedProtocols

extension MeterCore {
  /// The code and the handle before a notification's value.
  private static let notificationHeadBytes = 3

  func answer(_ request: [UInt8]) {
    if work == nil {
      startAnswer()
    } else if waitingRequests < Self.waitingRequestLimit {
      waitingRequests += 1
    } else {
      log.append("request.lost", bytes: request)
    }
  }

  /// Sends the next frame that nobody asks for, unless the meter is busy with one, and so on.
  func startUnasked() {
    unasked?.cancel()
    guard let interval = processor.unaskedInterval, isSubscribed, isPowered else { return }
    unasked = scheduler.after(interval) { [weak self] in
      guard let self else { return }
      startUnasked()
      if work == nil { sendFrame() }
    }
  }

  private func startAnswer() {
    work = scheduler.after(configuration.replyDelay) { [weak self] in self?.sendFrame() }
  }

  func sendFrame() {
    framesSent += 1
    let frame = Transmission(
      number: framesSent, start: scheduler.now,
      pieces: configuration.line.pieces(
        of: makeFrame(), limit: linkMTUBytes.map { $0 - Self.notificationHeadBytes } ?? .max))
    sendPiece(0, of: frame)
  }

  private func sendPiece(_ index: Int, of frame: Transmission) {
    guard frame.pieces.indices.contains(index) else { return finishAnswer() }
    let end = frame.pieces[...index].reduce(0) { $0 + $1.bytes.count }
    let piece = frame.pieces[index]
    work = scheduler.after(frame.start + piece.delay - scheduler.now) { [weak self] in
      // What comes next is settled first, so that a listener may switch the meter off.
      self?.sendPiece(index + 1, of: frame)
      self?.passOn(
        piece.bytes, upTo: end,
        details: ["frame": .integer(frame.number), "piece": .integer(index + 1)])
    }
  }

  /// Hands the radio a piece, with which so many bytes of its frame are out.
  private func passOn(_ piece: [UInt8], upTo end: Int, details: [String: Detail]) {
    lastPiece = piece
    guard isSubscribed else {
      alterations.forgetFrame()
      log.append("notify.lost", details, bytes: piece)
      return
    }
    log.append("notify", details, bytes: piece)
    alterations.fire(upTo: end)
    onNotification?(piece)
  }

  private func finishAnswer() {
    work = nil
    guard waitingRequests > 0 else { return }
    waitingRequests -= 1
    startAnswer()
  }

  private func makeFrame() -> [UInt8] {
    let reading = electrical.sample(at: scheduler.now)
    do throws(FrameEncodingError) {
      let frame = try processor.frame(reading, electrical, surroundings)
      return alterations.alter(frame, isHeard: isSubscribed)
    } catch {
      preconditionFailure("a load within its ranges gave a frame that cannot be sent: \(error)")
    }
  }
}

/// A frame on its way over the serial line.
private struct Transmission {
  let number: Int
  let start: VirtualTime
  let pieces: [SerialLine.Piece]
}
