// Options of `meterloop bench` that cannot be meant: told at once, without a guest.

import Foundation
import Testing

@Suite(.enabled(if: Meterloop.isThere, Meterloop.reason))
struct BenchOptionTests {
  @Test(arguments: [
    (["--meter", "um25c", "--load", "volts=70"], "a load of 70.0 V is outside 0.0 to 65.535 V"),
    (["--meter", "um25c", "--load", "amperes=-1"], "a load of -1.0 A is outside"),
    (["--meter", "um25c", "--load", "volts=nan"], "a load of nan V is outside"),
    (["--meter", "um25c", "--load", "volts=5V"], "or a table.csv, not 'volts=5V'"),
    (["--meter", "um25c", "--load", "watts=5"], "there is no 'watts'; volts and amperes"),
    (["--meter", "um25c", "--load", "volts=5,volts=6"], "--load names volts twice"),
    (["--meter", "um25c", "--load", "volts=5,"], "not 'volts=5,'"),
    (["--meter", "um25c", "--load", ""], "--load takes volts=5.08,amperes=1.2, '{ramp: …}' as in"),
    (["--meter", "um25c", "--load", "{ramp: {}}"], "--load:1:8: error: a ramp needs 'from:'"),
    (
      ["--meter", "um25c", "--load", "no.csv"], "no.csv: cannot be read: No such file or directory"
    ),
    (["--meter", "{model: UM25C, serialNumber: 1}"], "only a TC66C has 'serialNumber'"),
    (["--load", "volts=5"], "there are more --name or --load than --meter"),
    (["--meter", "um25c", "--advertise-after", "2"], "a time such as 2s or 300ms, not '2'"),
    (["--meter", "um25c", "--advertise-after", "-2s"], "not '-2s'"),
    (["--meter", "um25c", "--advertise-after", "nans"], "not 'nans'"),
    (["--advertise-after", "2s"], "--advertise-after is about meters"),
    (["--meter", "um25"], "--meter um25: there is no such model; there are um24c, um25c, um34c"),
    (["--meter", "um25c", "--profile", "real"], "there are documented and factory"),
    (
      ["--meter", "um25c", "--profile", "factory", "--profile", "factory"],
      "--profile is given once for all or once for each --meter: there are 2 for 1"
    ),
    (["--meter", "tc66c", "--firmware", "1.14"], "for each factory TC66C: there are 1 for 0"),
    (["--meter", "{model: UM25C, mtu: 22}"], "--meter:1:21: error: mtu must be from 23 to 517"),
    (["--meter", "{model: UM25C}", "--name", "x"], "--name and --meter '{…}' exclude each other"),
    (["--meter", "um25c", "--name", ""], "has 0 bytes; an advertisement holds 1 to 29"),
    (
      ["--meter", "um25c", "--name", "fifteen letters, ööööööö"],
      "has 31 bytes; an advertisement holds 1 to 29"
    ),
    (["--shell"], "--shell and a program exclude each other"),
    (["--writable", "/nowhere"], "--writable /nowhere: there is no such folder"),
    (["--writable", "/tmp"], "--writable /tmp: the bench has its own; name a folder in it"),
    (["--show", "/dev/shm"], "--show /dev/shm: the bench has its own"),
    (["--stall-seconds", "0"], "--stall-seconds takes a whole number from 1"),
    (["true"], "'true' stands before the -- that begins the program"),
  ])
  func aWrongOptionIsExplained(options: [String], message: String) throws {
    let folder = try BenchFolder()
    let outcome = try Bench.run(options, ["/bin/true"], in: folder)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains(message), "\(outcome.all)")
    #expect(outcome.output.isEmpty)
    #expect(folder.names().isEmpty, "nothing is left")
  }

  @Test func aShellNeedsATerminal() throws {
    let outcome = try Meterloop.run(["bench", "--shell"])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("--shell needs a terminal"), "\(outcome.all)")
  }

  @Test func aKernelThatIsNotThereIsNamedWithItsRemedy() throws {
    let folder = try BenchFolder()
    let outcome = try Bench.run(
      [], ["/bin/true"], in: folder, environment: ["METERLOOP_KERNEL": "/nowhere/linux"])
    #expect(outcome.code == 125)
    #expect(outcome.errors.contains("METERLOOP_KERNEL names /nowhere/linux"), "\(outcome.all)")
    #expect(outcome.errors.contains("bench/build-kernel"), "\(outcome.all)")
    #expect(folder.names().isEmpty, "nothing is left")
  }
}
