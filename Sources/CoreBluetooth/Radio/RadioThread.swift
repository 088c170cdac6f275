// The thread that everything below the public classes lives on.

import BlueZ
import EventLoop
import Foundation

/// The process's one radio thread: an event loop with the bus on it. It starts with the first manager
/// and lasts as long as the process.
final class RadioThread: Sendable {
  static let shared = RadioThread()

  private let door: LoopDoor
  /// Touched on the thread alone.
  private nonisolated(unsafe) let radio: Radio

  private init() {
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
}
