// CBR-1: what is kept for the next process.

import Glibc
import Testing

@testable import CoreBluetooth

@Suite struct RestorationTests {
  private let folder: String

  init() throws {
    var template = Array("/tmp/meterloop-state-XXXXXX".utf8CString)
    folder = String(cString: try #require(mkdtemp(&template)))
  }

  private var state: RestorationState {
    RestorationState(
      scan: RestorationState.Scan(
        Scan(services: [CBUUID(string: "180D")], allowsDuplicates: true)),
      peripherals: [
        RestorationState.Peripheral(
          device: KnownDevice(
            identifier: UUID(device: "00:AA:01:00:00:43", host: "00:AA:01:00:00:42"),
            path: "/org/bluez/hci0/dev_1", address: "00:AA:01:00:00:43", name: "Zähler"),
          isConnected: true,
          options: ConnectOptions([CBConnectPeripheralOptionEnableAutoReconnect: true]))
      ])
  }

  @Test("Kept, read again, and gone when there is nothing under way")
  func roundTrip() throws {
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    let store = RestorationStore(folder: folder, identifier: "org.example/../central ü")
    #expect(store.load() == nil)
    store.save(state)
    #expect(store.path.hasPrefix(folder + "/restore/org%2Eexample%2F%2E%2E%2Fcentral%20"))
    #expect(store.load() == state)
    #expect(RestorationStore(folder: folder, identifier: "another").load() == nil)
    store.save(RestorationState(scan: nil, peripherals: []))
    #expect(access(store.path, F_OK) != 0)
  }

  @Test("A damaged file restores nothing, and is replaced") func damaged() throws {
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    let store = RestorationStore(folder: folder, identifier: "app")
    store.save(state)
    try Data("{".utf8).write(to: URL(fileURLWithPath: store.path))
    #expect(store.load() == nil)
    store.save(state)
    #expect(store.load() == state)
  }

  @Test("The scan comes back as it was") func scan() {
    let scan = state.scan?.scan
    #expect(scan?.services == [CBUUID(string: "180D")] && scan?.allowsDuplicates == true)
    #expect(
      (scan?.options[CBCentralManagerScanOptionAllowDuplicatesKey] as? NSNumber)?.boolValue == true)
  }

  @Test(
    "The folder by the XDG Base Directory Specification",
    arguments: [
      (["XDG_STATE_HOME": "/state", "HOME": "/home/you"], "/state/meterloop"),
      (["XDG_STATE_HOME": "relative", "HOME": "/home/you"], "/home/you/.local/state/meterloop"),
      (["HOME": "/home/you"], "/home/you/.local/state/meterloop"), ([:], nil),
    ] as [([String: String], String?)])
  func folder(environment: [String: String], expected: String?) {
    #expect(BluetoothHost.Configuration.standardStateFolder(in: environment) == expected)
  }
}
