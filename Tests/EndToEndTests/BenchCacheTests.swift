// `meterloop cache` and `meterloop doctor`.

import CLinux
import Foundation
import Testing

@Suite(.enabled(if: Meterloop.isThere, Meterloop.reason))
struct BenchCacheTests {
  private static let made = [
    "linux-6.1.192-3-0123456789ab", "linux-6.1.192-3-0123456789ab-unpatched", "lock",
    "build.a1B2c3/log",
  ]

  private func cache(_ folder: BenchFolder, _ arguments: [String] = []) throws -> Outcome {
    try Meterloop.run(
      ["cache"] + arguments, in: folder.path, environment: ["METERLOOP_CACHE": folder.at("cache")])
  }

  private func fill(_ folder: BenchFolder) throws {
    for name in Self.made { try folder.write("kernel", to: "cache/kernel/" + name) }
    #expect(symlink(Self.made[0], folder.at("cache/kernel/latest")) == 0)
  }

  @Test func itListsTheKernelsAndClearsAllOfItself() throws {
    let folder = try BenchFolder()
    try fill(folder)
    let listing = try cache(folder)
    #expect(listing.code == 0)
    for name in Self.made.prefix(2) {
      #expect(listing.output.contains("kernel/\(name) "), "\(listing.all)")
    }
    let cleared = try cache(folder, ["--clear"])
    #expect(cleared.code == 0, "\(cleared.all)")
    #expect(folder.names().isEmpty, "the folder itself is gone too")
    #expect(try cache(folder).output == "\(folder.at("cache")): empty\n")
  }

  @Test func clearingKeepsWhatIsSomeoneElses() throws {
    let folder = try BenchFolder()
    try fill(folder)
    let strangers = [
      "notes", "kernel/linux-6.1.tar.xz", "kernel/linux-mine", "kernel/build.sh",
      "kernel/other/file",
      "kernel/linux-6.1-0123456789ab/inside",
    ]
    for name in strangers { try folder.write("mine", to: "cache/" + name) }
    #expect(try cache(folder, ["--clear"]).code == 0)
    for name in strangers { #expect(folder.has("cache/" + name), "\(name) is gone") }
    #expect(
      folder.names("cache/kernel")
        == ["build.sh", "linux-6.1-0123456789ab", "linux-6.1.tar.xz", "linux-mine", "other"])
  }

  @Test func aBuildThatIsAtWorkIsNotTakenApart() throws {
    let folder = try BenchFolder()
    try fill(folder)
    let lock = open(folder.at("cache/kernel/lock"), O_RDWR)
    defer { close(lock) }
    #expect(linux_lock(lock) == 0)
    let outcome = try cache(folder, ["--clear"])
    #expect(outcome.code == 3)
    #expect(outcome.errors.contains("a kernel is being built"), "\(outcome.all)")
    #expect(folder.names("cache/kernel").count == 5, "nothing is removed")
  }

  @Test func theDoctorNamesWhatIsMissingWithItsRemedy() throws {
    let named = try Meterloop.run(["doctor"], environment: ["METERLOOP_KERNEL": "/nowhere/linux"])
    #expect(named.code == 3)
    #expect(
      named.output.contains("missing  kernel: METERLOOP_KERNEL names /nowhere/linux"),
      "\(named.all)")
    #expect(named.output.contains("bench/build-kernel"), "\(named.all)")
    #expect(named.output.contains("ok       btvirt: /usr/bin/btvirt\n"), "\(named.all)")
    let none = try Meterloop.run(
      ["doctor"], environment: ["METERLOOP_KERNEL": "", "METERLOOP_CACHE": "/nowhere"])
    #expect(none.code == 3)
    #expect(none.output.contains("make kernel"), "\(none.all)")
  }

  @Test func theDoctorIsContentWhereScenariosRun() throws {
    let outcome = try Meterloop.run(["doctor"])
    #expect(outcome.code == 0, "\(outcome.all)")
    #expect(!outcome.output.contains("missing"))
  }
}
