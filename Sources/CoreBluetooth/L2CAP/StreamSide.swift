// What a channel's two streams have in common: status, delegate, run loop.
//
// Linux's Foundation makes no streams of a socket, so these are subclasses. Their events come as
// timers: adding one to a run loop wakes it from any thread, which `perform` does not do there.

import Foundation
import Synchronization

/// The common part of a stream. Any thread may use it.
final class StreamSide: @unchecked Sendable {
  let socket: ChannelSocket
  private let isInput: Bool
  private let state = Mutex(State())

  private struct State: @unchecked Sendable {
    var status = Stream.Status.notOpen
    var error: NSError?
    var delegate = Weak<AnyObject>()
    var stream = Weak<Stream>()
    var places: [Place] = []
    /// Whether the next event is waited for or was told and not acted upon.
    var isAwaiting = false
  }

  /// A run loop that the stream is scheduled on, with what keeps that loop running meanwhile.
  private struct Place {
    let loop: RunLoop
    let mode: RunLoop.Mode
    let holder: Timer
  }

  init(_ socket: ChannelSocket, isInput: Bool) {
    self.socket = socket
    self.isInput = isInput
  }

  deinit {
    for place in state.withLock({ Handover($0.places) }).value { place.holder.invalidate() }
  }

  func attach(_ stream: Stream) {
    let stream = Weak(object: stream)
    state.withLock { $0.stream = stream }
  }

  var status: Stream.Status { state.withLock { $0.status } }
  var error: NSError? { state.withLock { $0.error } }
  var delegate: (any StreamDelegate)? {
    get { state.withLock { $0.delegate.object as? any StreamDelegate } }
    set {
      let held = Weak(object: newValue as AnyObject?)
      state.withLock { $0.delegate = held }
    }
  }
  var isOpen: Bool { status == .open }

  func open() {
    let isFirst = state.withLock { state in
      guard state.status == .notOpen else { return false }
      state.status = .open
      return true
    }
    guard isFirst else { return }
    tell(.openCompleted)
    awaitEvent()
  }

  func close() {
    let before = state.withLock { state in
      defer { state.status = .closed }
      return state.status
    }
    guard before != .closed else { return }
    socket.closeSide()
    for place in state.withLock({ state in
      defer { state.places = [] }
      return Handover(state.places)
    }).value { place.holder.invalidate() }
  }

  func schedule(in loop: RunLoop, forMode mode: RunLoop.Mode) {
    // A run loop with nothing to wait for returns at once.
    let holder = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
    loop.add(holder, forMode: mode)
    let place = Handover(Place(loop: loop, mode: mode, holder: holder))
    let wasOpen = state.withLock { state in
      state.places.append(place.value)
      return state.status == .open
    }
    if wasOpen { awaitEvent() }
  }

  func remove(from loop: RunLoop, forMode mode: RunLoop.Mode) {
    let which = Handover(loop)
    let gone = state.withLock { state in
      let gone = state.places.filter { $0.loop === which.value && $0.mode == mode }
      state.places.removeAll { $0.loop === which.value && $0.mode == mode }
      return Handover(gone)
    }
    for place in gone.value { place.holder.invalidate() }
  }

  /// The stream ends, or fails with an error.
  func end(_ error: NSError?) {
    let error = Handover(error)
    let isFirst = state.withLock { state in
      guard state.status == .open else { return false }
      state.status = error.value == nil ? .atEnd : .error
      state.error = error.value
      return true
    }
    if isFirst { tell(error.value == nil ? .endEncountered : .errorOccurred) }
  }

  /// The owner has read or written: it wants to hear when it can again.
  func acted() {
    state.withLock { $0.isAwaiting = false }
    awaitEvent()
  }

  /// Tells once when there is something to read, or room to write.
  private func awaitEvent() {
    let isDue = state.withLock { state in
      guard state.status == .open, !state.isAwaiting, !state.places.isEmpty else { return false }
      state.isAwaiting = true
      return true
    }
    guard isDue else { return }
    if isInput, socket.hasFetched { return tell(.hasBytesAvailable) }
    socket.whenReady(toReceive: isInput) { [weak self] in self?.becameReady() }
  }

  private func becameReady() {
    guard isInput else { return tell(.hasSpaceAvailable) }
    switch socket.receive(0) {
    case .bytes: tell(.hasBytesAvailable)
    case .nothingYet: acted()
    case .end: end(nil)
    case .failure(let code): end(streamError(code))
    }
  }

  /// Calls the delegate on the first run loop that the stream is scheduled on.
  private func tell(_ event: Stream.Event) {
    guard let place = state.withLock({ Handover($0.places.first) }).value else { return }
    let timer = Timer(timeInterval: 0, repeats: false) { [weak self] _ in
      guard let self, let stream = state.withLock({ $0.stream }).object else { return }
      // What was closed meanwhile says no more.
      guard status != .closed else { return }
      delegate?.stream(stream, handle: event)
    }
    place.loop.add(timer, forMode: place.mode)
  }
}
