// Hours of notifications with a drop every few minutes: nothing is lost, nothing comes twice, and nothing
// grows. `CentralChecks soak HOURS`.

import CoreBluetooth
import Glibc

/// What must not grow.
private struct Footprint: CustomStringConvertible {
  var kibibytes = 0
  var descriptors = 0
  var objects = 0
  var daemonKibibytes = 0
  var daemonDescriptors = 0

  var description: String {
    "\(kibibytes) KiB, \(descriptors) descriptors; bluetoothd \(daemonKibibytes) KiB, "
      + "\(daemonDescriptors) descriptors, \(objects) objects"
  }

  /// Of this process and bluetoothd, now.
  init(_ device: TestDevice) throws {
    guard let daemon = try Self.process("bluetoothd") else { throw Mismatch("no bluetoothd") }
    kibibytes = try Self.residentKibibytes("self")
    descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    objects = try device.objectCount()
    daemonKibibytes = try Self.residentKibibytes(daemon)
    daemonDescriptors = try FileManager.default.contentsOfDirectory(
      atPath: "/proc/\(daemon)/fd"
    ).count
  }

  private static func process(_ name: String) throws -> String? {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").first { process in
      let file = FileManager.default.contents(atPath: "/proc/\(process)/comm")
      return file.map { String(decoding: $0, as: UTF8.self) } == name + "\n"
    }
  }

  private static func residentKibibytes(_ process: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    guard
      let number = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }
      )
    else { throw Mismatch("no VmRSS of \(process)") }
    return number
  }
}

enum Soak {
  /// Allocators keep pages as they please: that much may be added in all the hours after the first.
  private static let toleratedKibibytes = 512
  /// Notifications come in bursts, so far apart.
  private static let pause = 10.0
  private static let burst = 3
  private static let burstsUntilDrop = 18

  /// Fails at the first notification that is not the next, and when anything has grown since the
  /// first hour.
  static func run(hours: Int) throws {
    let device = try TestDevice()
    let app = try App.poweredOn()
    let peripheral = try app.connect()
    let start = Date()
    var first: Footprint?
    var hour = 0
    var round = 0
    var number: UInt16 = 0
    while hour < hours {
      round += 1
      let table = try app.discover(peripheral)
      guard let target = table["FFF1"] else { throw Mismatch("FFF1 was not found") }
      peripheral.setNotifyValue(true, for: target)
      try app.expect("notifying FFF1 true")
      for _ in 0..<burstsUntilDrop {
        var expected: [String] = []
        for _ in 0..<burst {
          number &+= 1
          let value = [UInt8(number >> 8), UInt8(number & 0xFF)]
          try device.notify("fff1", value)
          expected.append("value FFF1 \(value)")
        }
        for line in expected { try app.expect(line) }
        try app.expectNothing(for: pause)
      }
      while Date().timeIntervalSince(start) >= Double(hour + 1) * 3600 {
        hour += 1
        let now = try Footprint(device)
        print("hour \(hour), after \(round - 1) drops: \(now)")
        fflush(nil)
        if let first { try compare(now, with: first) } else { first = now }
      }
      // By the peripheral and by the app in turn.
      if round.isMultiple(of: 2) {
        app.manager.cancelPeripheralConnection(peripheral)
        try app.expect("disconnected nil")
      } else {
        try device.disconnect()
        try app.expect("disconnected CBError.peripheralDisconnected")
      }
      app.manager.connect(peripheral)
      try app.expect("connected")
    }
  }

  private static func compare(_ now: Footprint, with first: Footprint) throws {
    try check(now.descriptors, is: first.descriptors, "the open descriptors")
    try check(now.daemonDescriptors, is: first.daemonDescriptors, "bluetoothd's descriptors")
    try check(now.objects, is: first.objects, "bluetoothd's objects")
    for (name, grown) in [
      ("the memory", now.kibibytes - first.kibibytes),
      ("bluetoothd's memory", now.daemonKibibytes - first.daemonKibibytes),
    ] {
      try check(
        grown <= toleratedKibibytes, "\(name) has grown by \(grown) KiB since the first hour")
    }
  }
}
