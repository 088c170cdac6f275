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
    let limit = linkMTUBytes.map { $0 - Self.notificationHeadBytes } ?? .max
    let frame = Transmission(
      number: framesSent, start: scheduler.now,
      pieces: alterations.notifications(of: makeFrame()) {
        configuration.line.pieces(of: $0, limit: limit)
      })
    // A frame of which nothing is left has no piece to go out with.
    if frame.pieces.isEmpty, isSubscribed { fire(upTo: 0) }
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
      alterations.lose()
      log.append("notify.lost", details, bytes: piece)
      return
    }
    log.append("notify", details, bytes: piece)
    fire(upTo: end)
    onNotification?(piece)
  }

  /// A payload fault has fired when the last byte that it altered goes out to a central that got
  /// the frame up to there.
  private func fire(upTo end: Int) {
    for altered in alterations.seen(upTo: end) { fire(altered) }
  }

  private func fire(_ altered: AlteredFrame) {
    altered.alteration.fire()
    log.append(
      "fault.fired",
      ["fault": .text(altered.alteration.id), "verb": .text(altered.alteration.verb)],
      bytes: altered.bytes)
  }

  /// A frame that goes out whole and at once, beside the line of the radio.
  func alteredAtOnce(_ frame: [UInt8]) -> [UInt8] {
    let altered = alterations.atOnce(frame)
    for altered in altered.seen { fire(altered) }
    return altered.bytes
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
      return try processor.frame(reading, electrical, surroundings)
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
