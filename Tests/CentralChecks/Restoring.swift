// State restoration, the background, and processes that come one after the other.

import BlueZ
import CoreBluetooth
import Glibc

extension Check {
  static let restoration: [Check] = [
    Check("restoration") {
      let device = try TestDevice()
      // A process connects, scans, and is killed.
      try check(try Relaunched.output(of: ["killed"]), is: "connected\n", "the first process")
      try device.waitUntil(isConnected: true)
      let restored = try Relaunched.output(of: ["restored"])
      try check(
        restored,
        is: """
          restored ["connected"] scan ["180D"] duplicates true scanning true
          state poweredOn
          services FFF0
          rssi -
          disconnected nil

          """, "the second process")
      try device.waitUntil(isConnected: false)
      let after = try Relaunched.output(of: ["ended"])
      try check(after, is: "state poweredOn\n", "a process after one that ended everything")
    },

    Check("restoration-of-what-is-over") {
      let device = try TestDevice()
      try check(try Relaunched.output(of: ["killed"]), is: "connected\n", "the first process")
      try device.waitUntil(isConnected: true)
      try device.disconnect()
      try device.waitUntil(isConnected: false)
      let restored = try Relaunched.output(of: ["lost"])
      try check(
        restored,
        is: """
          restored ["disconnected"] scan ["180D"] duplicates true scanning true
          state poweredOn
          disconnected CBError.peripheralDisconnected

          """, "the second process")
    },

    Check("restoration-of-a-pending-connect") {
      let device = try TestDevice()
      let first = try Relaunched.start(["pending"])
      try check(first.nextOutput(), is: "found\n", "the first process")
      try device.stopAdvertising()
      first.answer()
      try check(first.finish(), is: "pending\n", "the first process")
      let second = try Relaunched.start(["awaiting"])
      // What was pending is pending again, with nobody asking for it.
      Thread.sleep(forTimeInterval: 5)
      try device.advertise()
      try check(
        second.finish(),
        is: """
          restored ["connecting"] scan [] duplicates false scanning false
          state poweredOn
          connected

          """, "the second process")
    },

    Check("without-the-management-channel") {
      let device = try TestDevice()
      let child = try Relaunched.start(["unprivileged"], withoutNetAdmin: true)
      try check(child.nextOutput(), is: "connected\n", "the process")
      try device.disconnect()
      try check(
        child.nextOutput(), is: "rssi -\ndisconnected CBError.peripheralDisconnected\nconnected\n",
        "the process without CAP_NET_ADMIN")
      try device.set(["Powered": .bool(false)], of: "/org/bluez/hci0")
      try check(child.finish(), is: "state poweredOff\n", "switched off, the process")
    },

    Check("background") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let duplicates = [CBCentralManagerScanOptionAllowDuplicatesKey: true]
      BluetoothHost.isInBackground = true
      defer { BluetoothHost.isInBackground = false }
      app.manager.scanForPeripherals(withServices: nil, options: duplicates)
      try app.expectNothing(for: 20)
      try check(app.manager.isScanning, "not scanning")
      app.manager.scanForPeripherals(
        withServices: [CBUUID(string: "FFF0")], options: duplicates)
      let merged = app.all(for: 20).count
      try check((1...3).contains(merged), "\(merged) reports in the background")
      BluetoothHost.isInBackground = false
      let many = app.all(for: 20).count
      try check(many > 10, "\(many) reports in the foreground")
      _ = device
    },
  ]
}

/// This program again, in a process that a check starts and ends.
final class Relaunched {
  private static var options: [String: Any] {
    [CBCentralManagerOptionRestoreIdentifierKey: "org.example.checks"]
  }

  /// What the process does.
  static func run(_ arguments: [String]) {
    do {
      switch arguments.first {
      case "identifier": print(try App.poweredOn().find().identifier.uuidString)
      case "killed":
        let app = try App.poweredOn(options: options)
        let peripheral = try app.connect()
        app.manager.scanForPeripherals(
          withServices: [CBUUID(string: "180D")],
          options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
        _ = app.all(for: 1)
        withExtendedLifetime(peripheral) { end("connected") }
      case "pending":
        let app = try App.poweredOn(options: options)
        let peripheral = try app.find()
        print("found")
        fflush(nil)
        // Until the device is silent.
        _ = readLine()
        app.manager.connect(peripheral)
        _ = app.all(for: 1)
        withExtendedLifetime(peripheral) { end("pending") }
      case "main":
        let app = App(queue: .main)
        app.start()
        Thread.detachNewThread {
          print((try? app.next()) ?? "nothing")
          exit(0)
        }
        dispatchMain()
      case "unprivileged":
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let effective = status.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
        let bits = effective.flatMap { UInt64($0.dropFirst(8), radix: 16) } ?? .max
        try check(bits & 1 << 12 == 0, "the process has CAP_NET_ADMIN")
        let app = try App.poweredOn()
        let peripheral = try app.connect()
        print("connected")
        fflush(nil)
        peripheral.readRSSI()
        print(try app.next().prefix(6))
        print(try app.next())
        app.manager.connect(peripheral)
        print(try app.next())
        fflush(nil)
        print(try app.next())
      case "restored":
        let app = App()
        app.start(options: options)
        print(try app.next())
        print(try app.next())
        guard let peripheral = app.restored.first else { throw Mismatch("nothing restored") }
        peripheral.discoverServices([CBUUID(string: "FFF0")])
        print(try app.next())
        // This process has never heard the device advertise: the controller tells.
        peripheral.readRSSI()
        print(try app.next().prefix(6))
        app.manager.stopScan()
        app.manager.cancelPeripheralConnection(peripheral)
        print(try app.next())
      case "lost", "awaiting":
        let app = App()
        app.start(options: options)
        for _ in 0..<3 { print(try app.next()) }
      default:
        let app = App()
        app.start(options: options)
        print(try app.next())
      }
    } catch { print("\(error)") }
  }

  /// Ends the process as a kill does, with nothing put in order.
  private static func end(_ word: String) -> Never {
    print(word)
    fflush(nil)
    kill(getpid(), SIGKILL)
    while true { pause() }
  }

  /// Starts such a process.
  static func start(
    _ arguments: [String], withoutNetAdmin: Bool = false
  ) throws -> Relaunched {
    let setpriv = ["/usr/bin/setpriv", "--bounding-set=-net_admin", "--inh-caps=-net_admin"]
    return try Relaunched(withoutNetAdmin ? setpriv : [], arguments)
  }

  /// What such a process prints until its end.
  static func output(of arguments: [String]) throws -> String { try start(arguments).finish() }

  private let child: Child

  private init(_ wrapper: [String], _ arguments: [String]) throws {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    child = try Child(
      wrapper + [program, "--in-a-process-of-its-own"] + arguments,
      environment: ["XDG_STATE_HOME": "/tmp/state"])
  }

  /// What it prints next.
  func nextOutput() -> String { String(decoding: child.output.availableData, as: UTF8.self) }

  /// Lets it go on.
  func answer() { child.input.write(Data("\n".utf8)) }

  /// The rest of what it prints, once it has ended.
  func finish() -> String {
    let data = child.output.readDataToEndOfFile()
    child.waitForEnd()
    return String(decoding: data, as: UTF8.self)
  }
}

/// bluetoothd, as a process of this machine.
enum Daemon {
  private nonisolated(unsafe) static var successor: Child?

  /// Kills it and starts it again as it was.
  static func restart() throws {
    let all = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(pid_t.init)
    for process in all {
      let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      let words = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      guard words.first?.hasSuffix("/bluetoothd") == true else { continue }
      let folder = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")
      kill(process, SIGKILL)
      try check(chdir(folder) == 0, "cannot go to \(folder)")
      successor = try Child(words)
      return
    }
    throw Mismatch("bluetoothd does not run")
  }
}
