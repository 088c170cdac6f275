// Clients that nobody here wrote the Bluetooth side of, beside every kind of meter: what they read is
// what is plugged in.

import Foundation
import Testing

@Suite(
  .enabled(if: Meterloop.isThere, Meterloop.reason),
  .enabled(if: Bench.hasBleak, Bench.bleakReason))
struct BleakMeterTests {
  private static let reader = Meterloop.checkout + "/examples/bleak-client/any_meter.py"
  private static let hasty = Meterloop.checkout + "/Tests/EndToEndTests/Clients/hasty.py"
  private static let getva = "6267657476610d0a"

  // covers: HIL-5
  @Test(arguments: EveryMeter.profiles)
  func bleakReadsTheLoadOfEveryMeter(_ meters: EveryMeter) throws {
    let outcome = try Bench.run(meters.options, [Bench.python, Self.reader], in: BenchFolder())
    #expect(outcome.code == 0, "\(outcome.all)")
    #expect(outcome.output.split(separator: "\n").map(String.init).sorted() == meters.said)
  }

  /// A recording's path begins at the folder that meterloop was started in.
  @Test(arguments: [
    ("r.csv", "volts=9.0000 amperes=1.5000"),
    ("{recording: r.csv}", "volts=9.0000 amperes=1.5000"),
    ("{steps: {loads: [{volts: 12, amperes: 3, for: 1h}]}}", "volts=12.0000 amperes=3.0000"),
  ])
  func bleakReadsALoadThatChangesByItself(load: String, said: String) throws {
    let folder = try BenchFolder()
    try folder.write("V,A,time\n9,1.5,0\n9,1.5,3600\n", to: "r.csv")
    let outcome = try Bench.run(
      ["--meter", "um25c", "--load", load], [Bench.python, Self.reader], in: folder)
    #expect(outcome.output == "UM25C-0001 UM25C \(said)\n", "\(outcome.all)")
  }

  /// kolinger/rd-usb does so on its first read; only the meters' own reply delay saves it. Over the
  /// MTU that BlueZ agrees on, a TC66C's frame is one notification, which jedie/tc66c2mqtt insists on.
  @Test(arguments: [
    (#"{model: TC66C, profile: factory, firmware: 1.14}"#, "ffe4", "ffe9", getva, "192"),
    (#"{model: TC66C, profile: factory, firmware: 1.15}"#, "ffe1", "ffe2", getva, "192"),
    (
      #"{model: TC66C, profile: factory, mtu: 23}"#, "ffe1", "ffe2", getva,
      "20 20 20 20 20 20 20 20 20 12"
    ),
    (
      #"{model: TC66C, profile: factory, pieceBytes: 100}"#, "ffe1", "ffe2", getva, "100 92"
    ),
    (
      #"{model: UM25C, profile: factory}"#, "ffe1", "ffe2", "f0", "20 20 20 20 20 20 10"
    ),
  ])
  func aRequestBeforeTheSubscriptionIsAnswered(
    meter: String, frames: String, commands: String, request: String, pieces: String
  ) throws {
    let count = pieces.split(separator: " ").compactMap { Int($0) }.reduce(0, +)
    let outcome = try Bench.run(
      ["--meter", meter],
      [Bench.python, Self.hasty, frames, commands, request, "\(count)"], in: try BenchFolder())
    #expect(outcome.code == 0, "\(outcome.all)")
    #expect(outcome.output == "pieces \(pieces)\n")
  }

  /// The name is found by an active scan only, or not at all.
  @Test(arguments: [("scanResponse", "UM25C"), ("nowhere", "None")])
  func whereTheNameStandsIsTheMeters(place: String, name: String) throws {
    let folder = try BenchFolder()
    let scan = try folder.write(
      """
      import asyncio
      from bleak import BleakScanner
      async def main():
          seen = await BleakScanner.discover(timeout=2, adapter="hci0", return_adv=True)
          for _, advertisement in seen.values():
              print(advertisement.local_name, *advertisement.service_uuids)
      asyncio.run(main())
      """, to: "scan.py")
    let outcome = try Bench.run(
      ["--meter", "{model: UM25C, profile: factory, advertising: {name: \(place)}}"],
      [Bench.python, scan], in: folder)
    #expect(outcome.output == "\(name) 0000ffe0-0000-1000-8000-00805f9b34fb\n", "\(outcome.all)")
  }
}

@Suite(
  .enabled(if: Meterloop.isThere, Meterloop.reason),
  .enabled(if: Bench.hasPython, "/usr/bin/python3 is not installed"))
struct RawClientTests {
  private static let client = Meterloop.checkout + "/Tests/EndToEndTests/Clients/raw_att.py"
  /// The first meter's, as btvirt numbers its controllers.
  private static let address = "00:AA:01:01:00:42"
  private static let getva = "6267657476610d0a"
  private static let older = "{model: TC66C, profile: factory, firmware: 1.14}"

  private func run(_ meter: String, _ arguments: [String]) throws -> Outcome {
    try Bench.run(
      ["--meter", meter], [Bench.python, Self.client, Self.address] + arguments,
      in: try BenchFolder())
  }

  /// libsigrok's profile for the TC66C: it writes to 0x12, reads from 0x17, subscribes to nothing,
  /// and gives up after a second.
  @Test func fixedHandlesWithoutASubscription() throws {
    let outcome = try run(Self.older, ["12", "12", Self.getva, "17", "192"])
    #expect(outcome.code == 0, "\(outcome.all)")
    #expect(
      outcome.output.hasPrefix("pieces 20 20 20 20 20 20 20 20 20 12\nmilliseconds 800\nframe "),
      "\(outcome.all)")
    #expect(outcome.output.hasSuffix("e09c4004c92da948c3165eebdb8b9ec2\n"))
  }

  /// libsigrok had to learn to answer it.
  @Test func theOlderTC66CLeavesACentralThatDoesNotAnswerItsMTURequest() throws {
    let outcome = try Bench.run(
      ["--meter", Self.older],
      [
        Bench.python, Meterloop.checkout + "/Tests/EndToEndTests/Clients/mute_central.py",
        Self.address,
      ],
      in: try BenchFolder())
    #expect(outcome.output == "asked 020502 after 30 ms\nalone after 30 s\n", "\(outcome.all)")
  }

  @Test func theOlderTC66CLetsAWriteCommandPass() throws {
    let outcome = try run(Self.older, ["52", "12", Self.getva, "17", "192"])
    #expect(outcome.output == "nothing came\n", "\(outcome.all)")
  }

  @Test(arguments: [
    ("false", "12", "pieces 20 20 20 20 20 20 20 20 20 12\nmilliseconds 500\n"),
    ("true", "12", "error 0x03 to opcode 0x12 of handle 0x17\n"),
    ("true", "52", "pieces 20 20 20 20 20 20 20 20 20 12\nmilliseconds 500\n"),
  ])
  func theNewerTC66CMayRefuseWriteRequests(refuses: String, opcode: String, said: String) throws {
    let outcome = try run(
      "{model: TC66C, profile: factory, refusesWriteRequests: \(refuses)}",
      [opcode, "17", Self.getva, "14", "192", "15"])
    #expect(outcome.output.hasPrefix(said), "\(outcome.all)")
  }

  /// The look-alike takes this and nothing else, and answers with a UM24C's frame.
  @Test(arguments: [("ff551103f00000000040", "frame 0963"), ("f0", "nothing came")])
  func aWrappedCommand(request: String, said: String) throws {
    let outcome = try run(
      "{model: UM24C, profile: factory, wrappedCommands: true}",
      ["12", "14", request, "14", "130", "15"])
    #expect(outcome.output.contains(said), "\(outcome.all)")
  }
}
