// A meter on the machine's own adapter, as its bluetoothd sees it come, stay and go.

import BlueZ
import BusTestSupport
import HostLane
import MeterEmulator
import Testing

@Suite(.needsBus) struct HostRadioTests {
  private static let coming = [
    "Set org.bluez.Adapter1 Alias UM25C-7F3A", "RegisterApplication", "RegisterAdvertisement",
  ]
  private static let going = [
    "UnregisterAdvertisement", "UnregisterApplication", "Set org.bluez.Adapter1 Alias desk",
  ]

  @Test func theAdapterIsLeftAsItWas() throws {
    let machine = try Machine()
    let emulation = machine.emulate(MeterConfiguration())
    try machine.test.run(until: { emulation.state.phase == .onAir })
    #expect(machine.calls == Self.coming)
    emulation.end(.interrupted)
    try machine.test.run(until: { machine.end != nil })
    #expect(machine.calls == Self.coming + Self.going)
  }

  @Test func aSecondMeterDoesNotGetTheAdapterNorItsName() throws {
    let machine = try Machine()
    let first = machine.emulate(MeterConfiguration())
    try machine.test.run(until: { first.state.phase == .onAir })
    let second = machine.emulate(MeterConfiguration(model: .um34c))
    let failure = try machine.failure()
    #expect(failure.problem == "another meterloop has a meter on the adapter hci1")
    #expect(machine.calls == Self.coming)
    #expect(first.state.phase == .onAir && second.state.phase != .onAir)
    first.end(.interrupted)
    try machine.test.run(until: { machine.kinds.contains("name.restored") })
    #expect(machine.calls == Self.coming + Self.going)
    let third = machine.emulate(MeterConfiguration())
    try machine.test.run(until: { third.state.phase == .onAir })
  }

  @Test func whatAKilledEmulationLeftIsNotTheAdaptersName() throws {
    let machine = try Machine(alias: "UM25C-7F3A")
    let emulation = machine.emulate(MeterConfiguration())
    try machine.test.run(until: { emulation.state.phase == .onAir })
    emulation.end(.interrupted)
    try machine.test.run(until: { machine.end != nil })
    #expect(machine.calls.last == "Set org.bluez.Adapter1 Alias ")
  }

  @Test func theMeterReturnsWithBluetoothd() throws {
    let machine = try Machine()
    let emulation = machine.emulate(MeterConfiguration())
    try machine.test.run(until: { emulation.state.phase == .onAir })
    machine.daemon.bus.releaseName("org.bluez")
    try machine.test.run(until: { emulation.state.phase == .waiting })
    try machine.test.wait { machine.daemon.bus.requestName("org.bluez", $0) }.get()
    try machine.test.run(until: { emulation.state.phase == .onAir })
    #expect(machine.calls == Self.coming + Self.coming)
    #expect(machine.kinds.contains("bluetoothd.left"))
  }

  @Test func switchedOffItIsNotThere() throws {
    let machine = try Machine()
    let emulation = machine.emulate(MeterConfiguration())
    try machine.test.run(until: { emulation.state.phase == .onAir })
    var answered = 0
    emulation.perform(.power(isOn: false)) { _ in answered += 1 }
    try machine.test.run(until: { answered == 1 })
    #expect(emulation.state.phase == .off)
    #expect(machine.calls == Self.coming + Self.going.dropLast())
    emulation.perform(.power(isOn: true)) { _ in answered += 1 }
    try machine.test.run(until: { answered == 2 })
    #expect(emulation.state.phase == .onAir)
    #expect(machine.calls == Self.coming + Self.going.dropLast() + Self.coming)
  }

  /// On a machine with services of its own, the numbers of a meter's attributes may be another's.
  @Test func handlesThatAreTakenAreGivenUp() throws {
    let machine = try Machine()
    machine.failing["RegisterApplication"] = [
      BusError(.failed, message: "Failed to create entry in database")
    ]
    let emulation = machine.emulate(MeterConfiguration(model: .tc66c, profile: .factory))
    try machine.test.run(until: { emulation.state.phase == .onAir })
    #expect(machine.calls.filter { $0 == "RegisterApplication" }.count == 2)
    let notes = machine.records.records.compactMap { $0.details["text"]?.description }
    #expect(notes.contains { $0.contains("other attributes at the meter's handles") })
  }

  @Test func aDeviceThatWasThereBeforeIsNoCentral() throws {
    let machine = try Machine()
    func add(_ name: String) throws {
      try machine.daemon.add(
        "\(Machine.adapter)/\(name)", "org.bluez.Device1",
        [
          "Adapter": .objectPath(Machine.adapter), "Address": .string(name),
          "Connected": .bool(true),
        ])
    }
    try add("mouse")
    let emulation = machine.emulate(MeterConfiguration())
    try machine.test.run(until: { emulation.state.phase == .onAir })
    try add("phone")
    try machine.test.run(until: { !emulation.state.centrals.isEmpty })
    #expect(emulation.state.centrals == ["phone"])
    try machine.daemon.change(
      "\(Machine.adapter)/phone", "org.bluez.Device1", ["Connected": .bool(false)])
    try machine.test.run(until: { emulation.state.centrals.isEmpty })
    #expect(machine.kinds.suffix(2) == ["connected", "disconnected"])
  }
}
