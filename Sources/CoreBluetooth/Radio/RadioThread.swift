// The thread that everything below the public classes lives on.

import BlueZ
import EventLoop
import Foundation
import Synchronization

/// The process's one radio thread: an event loop with the bus on it. It starts with the first manager
/// and lasts as long as the process.
final class RadioThread: Sendable {
  static let shared = RadioThread()

  private let door: LoopDoor
  /// Touched on the thread alone.
  private nonisolated(unsafe) let radio: Radio

  private static let hasStarted = Mutex(false)

  /// Runs `work` on the thread if it has started.
  static func ifStarted(_ work: @escaping @Sendable (Radio) -> Void) {
    if hasStarted.withLock({ $0 }) { shared.enter(work) }
  }

  private init() {
    Self.hasStarted.withLock { $0 = true }
    let configuration = BluetoothHost.configuration
    let started = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var made: Radio?
    let thread = Thread {
      let loop = EventLoop()
      let radio = Radio(loop: loop, configuration: configuration)
      made = radio
      started.signal()
      radio.start()
      loop.run()
    }
    thread.name = "CoreBluetooth"
    thread.start()
    started.wait()
    guard let made else { preconditionFailure("the radio thread did not start") }
    radio = made
    door = made.loop.door
  }

  /// Runs `work` on the thread, later, in the order of the calls.
  func enter(_ work: @escaping @Sendable (Radio) -> Void) {
    door.enter { [self] in work(radio) }
  }

  /// Runs `work` on the thread and waits for what it gives. Not to be called on the thread itself.
  func ask<Answer: Sendable>(_ work: @escaping @Sendable (Radio) -> Answer) -> Answer {
    let answered = DispatchSemaphore(value: 0)
    let answer = Mutex<Answer?>(nil)
    enter { radio in
      let given = work(radio)
      answer.withLock { $0 = given }
      answered.signal()
    }
    answered.wait()
    guard let given = answer.withLock({ $0 }) else {
      preconditionFailure("the radio thread gave no answer")
    }
    return given
  }
}
