// One device's way from disconnected to connected and back, over BlueZ's Connect and Disconnect.
//
// Core Bluetooth's connect lasts until it succeeds or is cancelled. BlueZ's gives up after 40 s, works
// only while bluetoothd has an object for the device, and removes that object when it pleases.

import BlueZ
import Foundation
import Records

/// The state of one device's connection. Confined to the radio thread.
final class ConnectionMachine {
  private let scheduler: any Scheduler
  private let calls: Calls
  private let report: (Report) -> Void
  private var phase = Phase.idle
  private var attempt = 0
  private var calledAt = VirtualTime(nanoseconds: 0)
  private var limit: (any ScheduledWork)?
  private var wish = Wish()
  private var isWantedAgain = false

  /// The kernel gives a connect to a silent device up after 40 s, to the millisecond or so.
  private static let kernelLimit = Duration.milliseconds(39_500)

  /// How long somebody else's Connect is waited for before another is tried, and the least time from
  /// one own Connect to the next of the same attempt: one that fails at once would fail at once again.
  private static let patience = Duration.seconds(1)

  init(scheduler: any Scheduler, calls: Calls, report: @escaping (Report) -> Void) {
    self.scheduler = scheduler
    self.calls = calls
    self.report = report
  }

  /// Whether the connection stands and nobody has asked for its end.
  var isConnected: Bool { phase == .connected }
  /// Whether nothing is there and nothing under way.
  var isIdle: Bool { phase == .idle }

  /// Whether its end was asked for and no other connection after it.
  var isEnding: Bool {
    switch phase {
    case .closing, .cancelling, .losing: !isWantedAgain
    default: false
    }
  }

  /// Connects.
  func connect(_ wish: Wish) {
    self.wish = wish
    switch phase {
    case .idle: begin()
    case .connected: report(.connected)
    case .closing, .cancelling, .losing: isWantedAgain = true
    case .delayed, .seeking, .settling, .calling, .waiting: break
    }
  }

  /// The link stands already, made by a process before this one.
  func adopt(_ wish: Wish) {
    self.wish = wish
    phase = .connected
  }

  /// Ends the connection, or the attempt at one.
  func cancel() {
    isWantedAgain = false
    end(.asked)
  }

  /// bluetoothd made an object for the device.
  func objectAppeared() {
    guard phase == .seeking else { return }
    calls.seek(false)
    settle()
  }

  /// bluetoothd says whether the device is connected; the removal of its object says no.
  func connectedChanged(to isConnected: Bool) {
    switch phase {
    case .calling where isConnected, .waiting where isConnected: stand()
    case .connected where !isConnected:
      lose(calls.loss())
    case .closing where !isConnected: finish(.disconnected(nil, isReconnecting: false))
    default: break
    }
  }

  /// The adapter or bluetoothd is gone, and the connection with it; nothing is reported.
  func reset() {
    if phase == .seeking { calls.seek(false) }
    isWantedAgain = false
    leave()
  }

  private func lose(_ loss: Loss) {
    guard loss.grace > .zero else { return lost(loss.error) }
    phase = .losing
    attempt += 1
    scheduler.after(loss.grace) { [weak self, attempt] in
      if let self, phase == .losing, self.attempt == attempt { lost(loss.error) }
    }
  }

  private func lost(_ error: CBError) {
    let reconnects = wish.reconnects && !isWantedAgain
    if reconnects {
      // For as long as it takes: the limit is for what was asked for.
      isWantedAgain = true
      wish = Wish(reconnects: true)
    }
    finish(.disconnected(error, isReconnecting: reconnects))
  }

  private func begin() {
    report(.connecting)
    guard wish.delay > .zero else { return attemptNow() }
    phase = .delayed
    attempt += 1
    scheduler.after(wish.delay) { [weak self, attempt] in
      if let self, phase == .delayed, self.attempt == attempt { attemptNow() }
    }
  }

  private func attemptNow() {
    limit = wish.limit.map { duration in
      scheduler.after(duration) { [weak self] in self?.end(.timeout) }
    }
    approach()
  }

  /// Connects if there is an object to connect to; else the device must be heard first.
  private func approach() {
    if calls.exists() { return settle() }
    phase = .seeking
    calls.seek(true)
  }

  private func settle() {
    phase = .settling
    attempt += 1
    let attempt = attempt
    calls.whenSettled { [weak self] in
      guard let self, phase == .settling, self.attempt == attempt else { return }
      phase = .calling
      calledAt = scheduler.now
      calls.connect { [weak self] in self?.answered($0, attempt: attempt) }
    }
  }

  private func answered(_ result: Result<Void, BusError>, attempt: Int) {
    guard attempt == self.attempt else { return }
    switch (phase, result) {
    case (.calling, .success): stand()
    case (.calling, .failure(let error)): failed(error)
    case (.cancelling(let ending), .failure): finish(ending)
    case (.cancelling, .success):
      // The link came up before the cancel took hold.
      phase = .closing
      close()
    default: break
    }
  }

  private func failed(_ error: BusError) {
    if error.bluez == .alreadyConnected { return stand() }
    // The second text is EALREADY's, from the kernel.
    let isOthers =
      error.bluez == .inProgress || error.message == "Operation already in progress"
    if isOthers { return wait(Self.patience) }
    // Not the device's failure: bluetoothd forgot the object meanwhile, or the kernel ran out of
    // patience. The request still stands.
    let isForgotten =
      !calls.exists() && (error.bluez == nil || error.message.contains("cancel"))
    let isImpatience =
      error.bluez == .failed && scheduler.now - calledAt >= Self.kernelLimit
    if isForgotten || isImpatience { return approachAgain() }
    finish(.failed(connectError(error)))
  }

  private func approachAgain() {
    let left = Self.patience - (scheduler.now - calledAt)
    if left > .zero { wait(left) } else { approach() }
  }

  private func wait(_ delay: Duration) {
    phase = .waiting
    attempt += 1
    scheduler.after(delay) { [weak self, attempt] in
      if let self, phase == .waiting, self.attempt == attempt { approach() }
    }
  }

  private func stand() {
    phase = .connected
    limit?.cancel()
    report(.connected)
  }

  private func end(_ ending: Ending) {
    switch phase {
    case .idle, .closing: break
    case .seeking:
      calls.seek(false)
      finish(ending)
    case .delayed, .settling, .losing: finish(ending)
    case .waiting:
      calls.disconnect { _ in }
      finish(ending)
    case .calling:
      phase = .cancelling(ending)
      calls.disconnect { _ in }
    case .cancelling: if ending == .asked { phase = .cancelling(.asked) }
    case .connected:
      phase = .closing
      close()
    }
  }

  private func close() {
    let attempt = attempt
    calls.disconnect { [weak self] _ in
      // An error means that there was no link any more, and so does success by the time it comes;
      // but the property's change is what counts while it is still on its way.
      guard let self, phase == .closing, self.attempt == attempt, !calls.isConnected() else {
        return
      }
      finish(.disconnected(nil, isReconnecting: false))
    }
  }

  private func finish(_ ending: Ending) {
    switch ending {
    case .asked: finish(.disconnected(nil, isReconnecting: false))
    case .timeout: finish(.failed(CBError(.connectionTimeout, "the connection timed out")))
    }
  }

  private func finish(_ last: Report) {
    leave()
    report(last)
    guard isWantedAgain, phase == .idle else { return }
    isWantedAgain = false
    begin()
  }

  private func leave() {
    limit?.cancel()
    limit = nil
    phase = .idle
    attempt += 1
  }
}
