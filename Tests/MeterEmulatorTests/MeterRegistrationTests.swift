// The meter as bluetoothd finds it: a name, a service, an advertisement, and frames by notification.

import BlueZ
import BusTestSupport
import MeterEmulator
import Records
import SharedProtocols
import TestSupport
import Testing

@Suite(.needsBus) struct MeterRegistrationTests {
  private let adapter: StandInAdapter
  private let clock = ManualScheduler()
  private let records = RecordStream()
  private let root = "/org/meterloop/meter1"
  private var frames: String { root + "/service0/char0" }
  private var commands: String { root + "/service0/char1" }
  private let characteristic = "org.bluez.GattCharacteristic1"

  init() throws { adapter = try StandInAdapter() }

  private func meter(advertiseAfter: Duration = .zero) -> Meter {
    Meter(
      configuration: MeterConfiguration(
        name: "UM25C-7F3A", advertiseAfter: advertiseAfter, manufacturerData: [0xAA]),
      scheduler: clock, records: records, adapterIndex: 1)
  }

  private func register(_ meter: Meter) throws -> Result<Void, MeterRegistrationError> {
    try adapter.test.wait { meter.register(on: adapter.client, adapter: StandInAdapter.path, $0) }
  }

  private var registering: [String] {
    [
      "Set org.bluez.Adapter1 Alias UM25C-7F3A", "RegisterApplication \(root)",
      "RegisterAdvertisement \(root)/advertisement",
    ]
  }

  @Test func nameServiceAndAdvertisementInThisOrder() throws {
    let meter = meter()
    try register(meter).get()
    #expect(adapter.calls == registering)
    #expect(records.records.map(\.kind) == ["registered", "advertising"])
    try adapter.test.wait { meter.unregister($0) }.get()
    #expect(
      adapter.calls.dropFirst(3) == [
        "UnregisterAdvertisement \(root)/advertisement", "UnregisterApplication \(root)",
      ])
  }

  @Test func theAdvertisementSaysWhatTheMeterWants() throws {
    let meter = meter()
    try register(meter).get()
    let answer = try adapter.ask(
      "\(root)/advertisement", "org.freedesktop.DBus.Properties", "GetAll",
      [.string("org.bluez.LEAdvertisement1")]
    ).get()
    let properties = try #require(answer.first?.properties)
    #expect(properties["LocalName"]?.string == "UM25C-7F3A")
    #expect(properties["ServiceUUIDs"]?.strings == ["FFF0"])
    #expect(properties["Discoverable"]?.bool == true)
    let data = try #require(properties["ManufacturerData"]?.entries)
    #expect(data.map(\.key.integer) == [0x5449])
    #expect(data.map(\.value.unwrapped.bytes) == [[0xAA]])
    withExtendedLifetime(meter) {}
  }

  @Test func oneCharacteristicNotifiesAndTheOtherTakesWritesWithResponseOnly() throws {
    let meter = meter()
    try register(meter).get()
    var found: [String: [String]] = [:]
    for path in [frames, commands] {
      let answer = try adapter.ask(
        path, "org.freedesktop.DBus.Properties", "GetAll", [.string(characteristic)]
      ).get()
      let properties = try #require(answer.first?.properties)
      found[try #require(properties["UUID"]?.string)] = properties["Flags"]?.strings
    }
    #expect(
      found == [
        "FFF1": ["read", "notify"],
        "FFF2": ["write"],
      ])
    withExtendedLifetime(meter) {}
  }

  @Test func aRequestOverTheBusIsAnsweredByNotifications() throws {
    let meter = meter()
    meter.load = try Load(volts: 5.08, amperes: 1.2)
    try register(meter).get()
    var pieces: [[UInt8]] = []
    adapter.daemon.bus.onSignal(SignalRule(sender: adapter.client.bus.uniqueName, path: frames)) {
      pieces.append($0.arguments[1].properties?["Value"]?.bytes ?? [])
    }
    _ = try adapter.ask(frames, characteristic, "StartNotify").get()
    _ = try adapter.ask(
      commands, characteristic, "WriteValue", [.bytes(MeasurementRequest.bytes), .properties([:])]
    ).get()
    clock.advance(by: .seconds(1))
    try adapter.test.run(until: { pieces.count == 7 })
    #expect(pieces.map(\.count) == [20, 20, 20, 20, 20, 20, 10])
    #expect(try UMFrame(decoding: pieces.flatMap { $0 }).measurement.volts == 5.08)

    func read(offset: UInt16) throws -> Result<[BusValue], BusError> {
      try adapter.ask(
        frames, characteristic, "ReadValue", [.properties(["offset": .uint16(offset)])])
    }
    #expect(try read(offset: 0).get().first?.bytes == pieces[6])
    #expect(try read(offset: 8).get().first?.bytes == [0xFF, 0xF1])
    #expect(throws: BusError(.invalidOffset, message: "")) { try read(offset: 11).get() }

    _ = try adapter.ask(frames, characteristic, "StopNotify").get()
    #expect(!meter.core.isSubscribed)
  }

  @Test func advertisingMayBeginLater() throws {
    let meter = meter(advertiseAfter: .seconds(2))
    try register(meter).get()
    clock.advance(by: .nanoseconds(1_999_999_999))
    #expect(adapter.calls == Array(registering.prefix(2)))
    clock.advance(by: .nanoseconds(1))
    try adapter.test.run(until: { records.records.last?.kind == "advertising" })
    #expect(adapter.calls == registering)
  }

  @Test func aMeterWithdrawnBeforeItAdvertisesNeverDoes() throws {
    let meter = meter(advertiseAfter: .seconds(2))
    try register(meter).get()
    try adapter.test.wait { meter.unregister($0) }.get()
    clock.advance(by: .seconds(5))
    try adapter.test.settle(adapter.client.bus, adapter.daemon.bus)
    #expect(adapter.calls == registering.prefix(2) + ["UnregisterApplication \(root)"])
  }

  @Test(arguments: [
    ("Set", MeterRegistrationError.Step.setName), ("RegisterApplication", .registerService),
    ("RegisterAdvertisement", .advertise),
  ])
  func aFailureNamesItsStep(member: String, step: MeterRegistrationError.Step) throws {
    let error = BusError(.failed, message: "no")
    adapter.failing = [member: error]
    let meter = meter()
    let failure = #expect(throws: MeterRegistrationError.self) { try register(meter).get() }
    #expect(failure?.step == step)
    #expect(failure?.error == error)
    #expect(records.records.last?.kind == "registration.failed")
    // Nothing is left behind, so that a second try works.
    #expect(adapter.calls.contains("UnregisterApplication \(root)") == (step == .advertise))
    adapter.failing = [:]
    try register(meter).get()
  }

  @Test func lateFailureIsToldByItsOwnWay() throws {
    let meter = meter(advertiseAfter: .seconds(2))
    var problems: [MeterRegistrationError] = []
    meter.onProblem = { problems.append($0) }
    try register(meter).get()
    adapter.failing = ["RegisterAdvertisement": BusError(.failed, message: "no")]
    clock.advance(by: .seconds(2))
    try adapter.test.run(until: { !problems.isEmpty })
    #expect(
      problems.map(\.description) == ["could not start advertising: org.bluez.Error.Failed: no"])
  }
}
