// libFuzzer's end of the checks. It is built with METERLOOP_FUZZ=1 and -sanitize=fuzzer alone, which
// bring the main program; bench/fuzz-decoders does it. The check is named by METERLOOP_DECODER.

import FrameFuzzing
import Glibc

nonisolated(unsafe) private var check: (@Sendable ([UInt8]) throws -> Void) = { _ in }

/// What a program does at libFuzzer's first call: finds the check among its own. With METERLOOP_SEEDS it
/// writes the check's seeds into that folder and ends, and without a check it lists them all.
public func begin(_ checks: [DecoderCheck]) {
  func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
  guard let chosen = checks.first(where: { $0.name == variable("METERLOOP_DECODER") })
  else {
    for check in checks {
      let padding = String(repeating: " ", count: max(1, 18 - check.name.count))
      print("  \(check.name)\(padding)\(check.summary)")
    }
    exit(0)
  }
  if let folder = variable("METERLOOP_SEEDS") {
    do { try write(chosen.seeds(), to: folder) } catch { fatalError("\(error)") }
    exit(0)
  }
  check = chosen.check
}

/// One input.
@_cdecl("LLVMFuzzerTestOneInput")
public func take(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do { try check(Array(UnsafeBufferPointer(start: start, count: count))) } catch {
    fatalError("\(error)")
  }
  return 0
}

private struct WriteError: Error { var path: String }

private func write(_ seeds: [[UInt8]], to folder: String) throws {
  for (number, seed) in seeds.enumerated() {
    let path = "\(folder)/seed-\(number)"
    guard let file = fopen(path, "w") else { throw WriteError(path: path) }
    defer { fclose(file) }
    guard fwrite(seed, 1, seed.count, file) == seed.count else { throw WriteError(path: path) }
  }
}
