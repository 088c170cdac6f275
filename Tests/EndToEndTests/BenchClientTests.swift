// A client as a user writes it, on a library that knows nothing of meterloop.

import Foundation
import Testing

extension EndToEnd {
  @Suite(.enabled(if: Bench.hasBleak, Bench.bleakReason))
  struct BenchClientTests {
    private static let example = Meterloop.checkout + "/examples/bleak-client/client.py"

    @Test(arguments: [[], ["--advertise-after", "2s"]])
    func bleakFindsTheMeterAndReadsTenFrames(options: [String]) throws {
      let folder = try BenchFolder()
      let outcome = try Bench.run(
        ["--meter", "um25c", "--load", "volts=5.08"] + options, [Bench.python, Self.example],
        in: folder)
      #expect(outcome.code == 0, "\(outcome.all)")
      #expect(
        outcome.output == String(repeating: "UM25C-0001 130 5.08 V\n", count: 10),
        "\(outcome.all)")
      #expect(folder.names().isEmpty, "nothing is left of the run")
    }

    private static let find = """
      import asyncio, os, time
      from bleak import BleakScanner
      async def main():
          began = time.monotonic()
          await BleakScanner.find_device_by_filter(
              lambda device, _: True, adapter=os.environ["METERLOOP_CENTRAL_ADAPTER"])
          print(time.monotonic() - began)
      asyncio.run(main())
      """

    @Test(arguments: [("0s", 0.0...0.5), ("2s", 1.8...2.5)])
    func aMeterIsFoundOnceItAdvertises(delay: String, seconds: ClosedRange<Double>) throws {
      let folder = try BenchFolder()
      let outcome = try Bench.run(
        ["--meter", "um25c", "--advertise-after", delay], [Bench.python, "-c", Self.find],
        in: folder)
      let found = try #require(Double(outcome.output.dropLast()), "\(outcome.all)")
      #expect(seconds.contains(found), "after \(found) s of virtual time")
    }

    private static let scan = """
      import asyncio, os
      from bleak import BleakScanner
      async def main():
          found = await BleakScanner.discover(5, adapter=os.environ["METERLOOP_CENTRAL_ADAPTER"])
          print(*sorted(device.name for device in found), sep="|")
      asyncio.run(main())
      """

    @Test func twoMetersAreSeenByTheirNames() throws {
      let folder = try BenchFolder()
      let outcome = try Bench.run(
        ["--meter", "um25c", "--name", "Zähler 😀", "--meter", "um25c"],
        [Bench.python, "-c", Self.scan], in: folder)
      #expect(outcome.output == "UM25C-0002|Zähler 😀\n", "\(outcome.all)")
    }

    @Test func aNameOf29BytesArrivesWhole() throws {
      let folder = try BenchFolder()
      let name = String(repeating: "n", count: 28) + "!"
      let outcome = try Bench.run(
        ["--meter", "um25c", "--name", name], [Bench.python, "-c", Self.scan], in: folder)
      #expect(outcome.output == name + "\n", "\(outcome.all)")
    }

    @Test func theFramesCarryEachMetersOwnLoad() throws {
      let folder = try BenchFolder()
      let outcome = try Bench.run(
        [
          "--meter", "um25c", "--name", "other", "--load", "volts=9",
          "--meter", "um25c", "--load", "volts=12.5,amperes=0.5",
        ],
        [Bench.python, Self.example], in: folder)
      #expect(outcome.output.contains("UM25C-0002 130 12.5 V\n"), "\(outcome.all)")
    }
  }
}
