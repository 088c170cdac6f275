// What a client prints arrives as it was printed.

import Foundation
import Testing

extension EndToEnd {
  @Suite struct BenchOutputTests {
    @Test func bothOutputsArriveByteForByteAndApart() throws {
      let folder = try BenchFolder()
      // Every byte there is, and more than any pipe or buffer holds.
      let output = Data((0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
      let errors = Data(output.reversed().prefix(300_001))
      try output.write(to: URL(filePath: folder.at("output")))
      try errors.write(to: URL(filePath: folder.at("errors")))
      let outcome = try Bench.shell(
        "$BENCH --meter um25c -- /bin/sh -c 'cat output; cat errors >&2' >got.output 2>got.errors",
        in: folder)
      #expect(outcome.code == 0)
      #expect(try folder.read("got.output") == output)
      #expect(try folder.read("got.errors") == errors)
    }

    @Test func theOrderIsKeptWhereBothGoToOnePlace() throws {
      let folder = try BenchFolder()
      try folder.write(
        "i=0; while [ $i -lt 300 ]; do echo out $i; echo err $i >&2; i=$((i+1)); done", to: "client"
      )
      let outcome = try Bench.shell("$BENCH -- /bin/sh client 2>&1", in: folder)
      #expect(outcome.code == 0)
      #expect(
        outcome.output == (0..<300).map { "out \($0)\nerr \($0)\n" }.joined(), "\(outcome.all)")
    }

    @Test func aClientMayOpenItsOutputsByName() throws {
      let folder = try BenchFolder()
      // As scripts do; a file that is opened so would lose what it held.
      let script = """
        echo first >&2; echo second >/dev/stderr; echo third | tee /dev/stderr; ls /dev/fd/0
        """
      let outcome = try Bench.run([], ["/bin/sh", "-c", script], in: folder)
      #expect(outcome.errors == "first\nsecond\nthird\n", "\(outcome.all)")
      #expect(outcome.output == "third\n/dev/fd/0\n", "\(outcome.all)")
    }

    @Test func aReaderThatGoesAwayEndsTheClient() throws {
      let folder = try BenchFolder()
      let outcome = try Bench.shell(
        "$BENCH --stall-seconds 300 -- yes | head -n 1; echo ${PIPESTATUS[0]}", in: folder)
      #expect(outcome.output == "y\n141\n", "\(outcome.all)")
      #expect(folder.names().isEmpty, "nothing is left")
    }

    @Test func itsInputIsEmpty() throws {
      let folder = try BenchFolder()
      let outcome = try Bench.shell("echo typed | $BENCH -- cat", in: folder)
      #expect(outcome.code == 0)
      #expect(outcome.output.isEmpty, "\(outcome.all)")
    }
  }
}
