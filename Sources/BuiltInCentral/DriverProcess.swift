// The built-in central as a process of its own, at the end of a descriptor.

import CLinux
import CentralUnderTest
import CoreBluetooth
import Glibc

/// Runs the app's Bluetooth logic until the harness says quit or goes away.
///
/// `descriptor` is one end of a stream socket that carries the driver protocol, both ways. The adapter
/// is the one that the environment names.
func runDriverCentral(descriptor: CInt) -> Never {
  signal(SIGPIPE, SIG_IGN)
  let queue = DispatchQueue(label: "meterloop.central")
  queue.async {
    let process = DriverProcess(descriptor: descriptor, queue: queue)
    // Lasts as long as the process does.
    _ = Unmanaged.passRetained(process)
  }
  dispatchMain()
}

/// The descriptor's reader and the driver behind it. Confined to the queue.
private final class DriverProcess: @unchecked Sendable {
  private let reader: any DispatchSourceRead
  private let driver: DriverCentral

  init(descriptor: CInt, queue: DispatchQueue) {
    driver = DriverCentral(
      BluetoothManager(queue: queue),
      DriverCentral.Surroundings(
        write: { Self.write($0, to: descriptor) },
        now: { linux_monotonic_nanoseconds() },
        setConnectTimeout: { BluetoothHost.connectTimeout = $0 },
        setIsInBackground: { BluetoothHost.isInBackground = $0 },
        quit: { exit(0) }))
    reader = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    reader.setEventHandler { [unowned self] in read(descriptor) }
    reader.activate()
  }

  private func read(_ descriptor: CInt) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count > 0 {
      driver.received(Data(buffer[..<count]))
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      // Without a harness there is nobody to be driven by.
      exit(0)
    }
  }

  private static func write(_ data: Data, to descriptor: CInt) {
    var rest = [UInt8](data)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        exit(0)
      }
    }
  }
}
