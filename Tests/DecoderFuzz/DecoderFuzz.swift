// libFuzzer's end of the checks. It is built with METERLOOP_FUZZ=1 and -sanitize=fuzzer alone, which
// bring the main program; bench/fuzz-decoders does it. The check is named by METERLOOP_DECODER.

import DecoderFuzzing
import Glibc

nonisolated(unsafe) private var check: (@Sendable ([UInt8]) throws -> Void) = { _ in }

/// libFuzzer's first call: finds the check. With METERLOOP_SEEDS it writes the check's seeds into that
/// folder and ends, and without a check it lists them all.
@_cdecl("LLVMFuzzerInitialize")
public func begin(
  _ argumentCount: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer
) -> CInt {
  func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
  guard let chosen = DecoderCheck.all.first(where: { $0.name == variable("METERLOOP_DECODER") })
  else {
    for check in DecoderCheck.all {
      let padding = String(repeating: " ", count: max(1, 18 - check.name.count))
      print("  \(check.name)\(padding)\(check.summary)")
    }
    exit(variable("METERLOOP_DECODER") == nil ? 0 : 1)
  }
  if let folder = variable("METERLOOP_SEEDS") {
    do { try write(chosen.seeds(), to: folder) } catch { fatalError("\(error)") }
    exit(0)
  }
  check = chosen.check
  return 0
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
