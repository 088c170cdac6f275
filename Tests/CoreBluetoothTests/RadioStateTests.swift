// CBC-1, CBC-7: how each state of Bluetooth arises on Linux.

import BlueZ
import BusTestSupport
import Testing

@testable import CoreBluetooth

@Suite(.needsBus) struct RadioStateTests {
  private func radio(on test: PrivateBus, adapter: String = "hci0") -> Radio {
    let radio = Radio(
      loop: test.loop,
      configuration: BluetoothHost.Configuration(
        adapterName: adapter, bus: test.address, stateFolder: nil))
    radio.start()
    return radio
  }

  private func expect(_ state: CBManagerState, of radio: Radio, on test: PrivateBus) throws {
    try test.run(until: { radio.state == state })
  }

  @Test("Unsupported without bluetoothd, and on when it has come") func comes() throws {
    let test = try PrivateBus()
    let radio = radio(on: test)
    #expect(radio.state == .unknown)
    try expect(.unsupported, of: radio, on: test)
    let stand = try Stand(test)
    try expect(.poweredOn, of: radio, on: test)
    try stand.daemon.change(Stand.adapter, Adapter.interface, ["Powered": .bool(false)])
    try expect(.poweredOff, of: radio, on: test)
  }

  @Test("Unsupported without the adapter") func adapter() throws {
    let test = try PrivateBus()
    let stand = try Stand(test)
    let radio = radio(on: test, adapter: "hci7")
    try expect(.unsupported, of: radio, on: test)
    _ = stand
  }

  @Test("Unauthorized when the bus does not let this process talk to bluetoothd")
  func unauthorized() throws {
    let test = try PrivateBus(
      refusals: #"<deny send_destination="org.bluez" send_interface="*" send_type="method_call"/>"#)
    let stand = try Stand(test)
    let radio = radio(on: test)
    try expect(.unauthorized, of: radio, on: test)
    _ = stand
  }

  @Test("Resetting while bluetoothd is away") func restarts() throws {
    let test = try PrivateBus()
    var stand: Stand? = try Stand(test)
    let radio = radio(on: test)
    try expect(.poweredOn, of: radio, on: test)
    stand?.daemon.bus.close()
    stand = nil
    try expect(.resetting, of: radio, on: test)
    stand = try Stand(test)
    try expect(.poweredOn, of: radio, on: test)
  }

  @Test("Resetting when bluetoothd takes its adapter away before it leaves") func stops() throws {
    let test = try PrivateBus()
    var stand: Stand? = try Stand(test)
    let radio = radio(on: test)
    try expect(.poweredOn, of: radio, on: test)
    try stand?.daemon.remove(Stand.adapter)
    try expect(.resetting, of: radio, on: test)
    stand?.daemon.bus.close()
    stand = nil
    try test.run(until: { radio.client?.isPresent == false })
    #expect(radio.state == .resetting)
    stand = try Stand(test)
    try expect(.poweredOn, of: radio, on: test)
  }

  @Test("Unsupported once the bus is closed") func busCloses() throws {
    let test = try PrivateBus()
    let stand = try Stand(test)
    let radio = radio(on: test)
    try expect(.poweredOn, of: radio, on: test)
    test.kill()
    try expect(.unsupported, of: radio, on: test)
    _ = stand
  }
}
