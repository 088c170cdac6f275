// Whether repeated runs of a scenario left the same records, and one hash that says so of a whole suite.

import CNettle
import SharedProtocols
import TestBench

/// The hashes of what runs left: verdict, duration and all records but for what may differ,
/// `RecordFile.normalisedDetails`.
public struct RecordHashes {
  /// One way in which a scenario came out.
  private struct Outcome {
    let hash: String
    /// The first of the scenario's runs that came out so, from 1.
    let first: Int
    var count = 1
  }

  private var outcomes: [String: [Outcome]] = [:]

  /// Nothing yet.
  public init() {}

  /// Takes a run that has ended; a guest that died has left no records.
  public mutating func take(_ result: ScenarioResult, folder: String?) throws {
    let file = folder.map { "\($0)/\(ScenarioJob.recordsFile)" }
    var text = "\(result.verdict.rawValue) \(result.durationNanoseconds)\n"
    if let file, Files.exists(file) {
      text += try RecordFile.write(
        try RecordFile.read(try Files.readText(file)), normalised: true)
    }
    let hash = Self.sha256(text)
    var known = outcomes[result.file] ?? []
    let run = known.reduce(1) { $0 + $1.count }
    if let index = known.firstIndex(where: { $0.hash == hash }) {
      known[index].count += 1
    } else {
      known.append(Outcome(hash: hash, first: run))
    }
    outcomes[result.file] = known
  }

  /// Whether each scenario came out in one way only.
  public var areEqual: Bool { outcomes.values.allSatisfy { $0.count == 1 } }

  /// One line with the hash of all, or one for each scenario that came out in several ways.
  public var text: String {
    let names = outcomes.keys.sorted()
    guard areEqual else {
      return names.compactMap { name in
        guard let ways = outcomes[name], ways.count > 1 else { return nil }
        let told = ways.map { "\($0.count) times \($0.hash.prefix(12)), first in run \($0.first)" }
        return "records differ  \(name): \(told.joined(separator: "; "))\n"
      }.joined()
    }
    let all = names.map { "\($0) \(outcomes[$0]?.first?.hash ?? "")\n" }.joined()
    let counts = Set(outcomes.values.map { $0.reduce(0) { $0 + $1.count } })
    let often = counts.count == 1 ? counts.first ?? 0 : 0
    return "records \(Self.sha256(all)) of \(names.count) scenario\(names.count == 1 ? "" : "s")"
      + (often > 1 ? ", the same in each of \(often) runs" : "") + "\n"
  }

  private static func sha256(_ text: String) -> String {
    var context = sha256_ctx()
    nettle_sha256_init(&context)
    let bytes = Array(text.utf8)
    nettle_sha256_update(&context, bytes.count, bytes)
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&context, digest.count, &digest)
    return digest.hex
  }
}
