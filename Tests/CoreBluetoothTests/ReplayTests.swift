// The whole module, as a program of its own, against the D-Bus traffic of bluetoothd that bench/record-bus
// recorded in the bench. Under `make sanitize` the program is sanitized too.

import BlueZ
import BusTestSupport
import CLinux
import EventLoop
import Foundation
import Testing

@Suite(.needsBus) struct ReplayTests {
  private let test: PrivateBus
  private let recording: BusRecording

  init() throws {
    test = try PrivateBus()
    recording = try BusRecording("story.pcap")
  }

  @Test("What the app is told is what it was told in the bench") func story() throws {
    let daemon = try ReplayedBlueZ(recording, on: test)
    let (code, said) = try tell { daemon.progress }
    #expect(code == 0)
    #expect(said == (try Self.recorded()))
    #expect(daemon.strangers == [])
    #expect(daemon.missing == [])
    #expect(daemon.progress == recording.messages.count)
  }

  @Test("Each value on the bus is told once, in its order") func values() throws {
    let daemon = try ReplayedBlueZ(recording, on: test)
    let (_, said) = try tell { daemon.progress }
    let recorded = recording.values(of: Self.subscribed)
    #expect(recorded.count == 20)
    #expect(Self.values(in: said) == recorded.map { "\($0)" })
  }

  @Test(
    "A bus that closes, or a bluetoothd that leaves, is told amid the notifications",
    arguments: [(true, "unsupported"), (false, "resetting")])
  func ends(closes: Bool, state: String) throws {
    let daemon = try ReplayedBlueZ(recording, on: test)
    let tenth = recording.messages.filter {
      $0.isSignal && $0.path.hasSuffix(Self.subscribed) && $0.value != nil
    }[9]
    daemon.lie = { [unowned daemon] message in
      guard message === tenth else { return nil }
      try daemon.whenTaken { if closes { test.kill() } else { daemon.leave() } }
      return []
    }
    let (code, said) = try tell { daemon.progress }
    #expect(code == 1)
    #expect(said.hasSuffix("\nstate \(state)\nfailed story: Bluetooth has gone\n"), "\(said)")
    let told = Self.values(in: said)
    #expect(told == recording.values(of: Self.subscribed).prefix(9).map { "\($0)" })
  }

  /// Lies about the value of FFF4, which has 500 bytes, and what the app is told.
  private static let lies: [(String?, [BusValue], String)] = [
    (nil, [.bytes([UInt8](repeating: 7, count: 600))], "600 bytes"),
    (nil, [.bytes([])], "[]"),
    (nil, [.string("seven")], "CBError.unknown"),
    (nil, [], "CBError.unknown"),
    ("org.freedesktop.DBus.Error.UnknownObject", [.string("gone")], "CBError.invalidHandle"),
    ("org.bluez.Error.Failed", [], "CBError.unknown"),
    ("org.example.Error.NobodyKnows", [.uint32(7)], "CBError.unknown"),
  ]

  @Test("A read that is answered with a lie tells just that", arguments: lies.indices)
  func lyingAnswer(index: Int) throws {
    let (error, values, told) = Self.lies[index]
    let daemon = try ReplayedBlueZ(recording, on: test)
    let read = try #require(
      recording.messages.first { $0.isCall && $0.member == "ReadValue" }, "no read")
    daemon.lie = { message in
      guard message.answered == read.serial else { return nil }
      return [try BusRecording.Message(error: error, values)]
    }
    let (code, said) = try tell { daemon.progress }
    #expect(code == 0)
    #expect(said == (try Self.recorded().replacing("FFF4 500 bytes", with: "FFF4 \(told)")))
  }

  @Test("Services that go and come back before they are resolved are discovered once")
  func servicesChangeWhileDiscovered() throws {
    let daemon = try ReplayedBlueZ(recording, on: test)
    let resolved = try #require(
      recording.messages.first {
        $0.arguments.dropFirst().first?.properties?["ServicesResolved"]?.bool == true
      })
    let added = recording.messages.prefix { $0 !== resolved }.filter {
      $0.member == "InterfacesAdded" && $0.arguments.first?.path?.contains("/service") == true
    }
    #expect(added.count > 10)
    daemon.lie = { message in
      guard message === resolved else { return nil }
      let removed = try added.reversed().map { message in
        try BusRecording.Message(
          Signal(
            path: "/", interface: "org.freedesktop.DBus.ObjectManager",
            member: "InterfacesRemoved",
            arguments: [
              message.arguments[0], .array(of: "s", Self.interfaces(of: message).map(\.key)),
            ]))
      }
      return removed + added + [message]
    }
    let (code, said) = try tell { daemon.progress }
    #expect(code == 0)
    #expect(said == (try Self.recorded()))
  }

  @Test("A device whose properties are of other types than they should is met all the same")
  func malformedProperties() throws {
    let daemon = try ReplayedBlueZ(recording, on: test)
    var lies = 0
    daemon.lie = { message in
      guard message.member == "InterfacesAdded",
        message.arguments.first?.path?.hasSuffix("hci0/dev_00_AA_01_01_00_42") == true
      else { return nil }
      lies += 1
      let interfaces = Self.interfaces(of: message).map { entry in
        guard var properties = entry.value.properties, entry.key.string == "org.bluez.Device1"
        else { return entry }
        let services = properties["UUIDs"]
        #expect(services != nil)
        properties.merge([
          "ManufacturerData": .string("none"), "ServiceData": .array(of: "i", [.int32(-1)]),
          "TxPower": .string("much"), "Appearance": .bool(true), "AdvertisingFlags": .double(0.5),
          "UUIDs": .strings(
            ["", "not one", "fff0-"] + (services?.strings ?? [])),
        ]) { $1 }
        return BusEntry(entry.key, .properties(properties))
      }
      return [
        try BusRecording.Message(
          Signal(
            path: message.path, interface: "org.freedesktop.DBus.ObjectManager",
            member: "InterfacesAdded",
            arguments: [
              message.arguments[0], .dictionary(key: "s", value: "a{sv}", interfaces),
            ]))
      ]
    }
    let (code, said) = try tell { daemon.progress }
    #expect(lies == 1)
    #expect(code == 0)
    #expect(said == (try Self.recorded()))
  }

  /// The interfaces that an InterfacesAdded tells, with their properties.
  private static func interfaces(of message: BusRecording.Message) -> [BusEntry] {
    guard case .dictionary(_, _, let entries) = message.arguments.last else { return [] }
    return entries
  }

  /// What the app printed in the bench.
  private static func recorded() throws -> String {
    try String(contentsOf: BusRecording.folder.appending(path: "story.txt"), encoding: .utf8)
  }

  /// The characteristic FFF1, by its path's end.
  private static let subscribed = "/char0015"

  private static func values(in said: String) -> [String] {
    said.split(separator: "\n").filter { $0.hasPrefix("value FFF1 ") }
      .map { String($0.dropFirst("value FFF1 ".count)) }
  }

  /// Runs the app's part of the story on the test's bus: its exit code, and what it printed. The limit of
  /// time is for each step.
  private func tell(progress: () -> Int) throws -> (Int32?, String) {
    let built = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    var ends: [CInt] = [-1, -1]
    try #require(linux_pipe(&ends) == 0)
    defer { close(ends[0]) }
    guard case .path(let bus) = test.address else { return (nil, "") }
    let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("METERLOOP_") }
      .merging(["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(bus)"]) { $1 }
    let child = try ChildProcess(
      ChildProcess.Specification(
        arguments: [built.appending(path: "CentralChecks").path, "story"],
        environment: environment.map { "\($0.key)=\($0.value)" },
        descriptors: [.init(1, from: ends[1])]),
      on: test.loop, onExit: { _ in })
    defer { child.endGroup() }
    close(ends[1])
    while child.status == nil {
      let before = progress()
      try test.run(until: { child.status != nil || progress() > before })
    }
    var said = Data()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(ends[0], &buffer, buffer.count), count > 0 {
      said.append(contentsOf: buffer[..<count])
    }
    guard case .exited(let code) = child.status else {
      return (nil, "\(child.status, default: "-")")
    }
    return (code, String(decoding: said, as: UTF8.self))
  }
}
