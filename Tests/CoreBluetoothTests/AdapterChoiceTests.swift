// Which adapter an environment chooses.

import Testing

@testable import CoreBluetooth

@Suite struct AdapterChoiceTests {
  @Test(
    "METERLOOP_ADAPTER, else the bench's, else hci0",
    arguments: [
      ([:], "hci0"),
      (["METERLOOP_CENTRAL_ADAPTER": "hci2"], "hci2"),
      (["METERLOOP_CENTRAL_ADAPTER": "hci2", "METERLOOP_ADAPTER": "hci1"], "hci1"),
      (["METERLOOP_CENTRAL_ADAPTER": "hci2", "METERLOOP_ADAPTER": ""], "hci2"),
    ] as [([String: String], String)])
  func choice(environment: [String: String], adapter: String) {
    #expect(BluetoothHost.adapterName(in: environment) == adapter)
  }

  @Test("The bus is the one that the environment names, as for every D-Bus program") func bus() {
    guard case .system = BluetoothHost.bus(in: ["DBUS_SYSTEM_BUS_ADDRESS": ""]) else {
      return #expect(Bool(false), "an empty variable counts as none")
    }
    guard
      case .address("unix:path=/x") = BluetoothHost.bus(in: [
        "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/x"
      ])
    else { return #expect(Bool(false), "the variable's value") }
  }
}
