// docs/fault-lanes.md: which fault was seen to fire on which lane, and whether anything noticed it, from
// the reports of runs. Nothing is said in it that no run has shown.

import Faults
import FoundationEssentials
import Records

/// What runs have shown of the faults.
public struct FaultLanes {
  /// Suites that were run on one lane with one kind of central.
  public struct Lane {
    /// What stands above its column.
    let name: String
    /// The results as the scenarios are.
    let results: [ScenarioResult]
    /// The verdicts without the scenarios' faults, by file.
    let withoutFaults: [String: Verdict]

    /// A lane from two JSON reports of the same suites: with the faults, and without.
    public init(_ name: String, report: [UInt8], withoutFaults: [UInt8]) throws {
      self.name = name
      results = try Self.results(report)
      self.withoutFaults = Dictionary(
        try Self.results(withoutFaults).map { ($0.file, $0.verdict) }
      ) { first, _ in first }
    }

    private struct Report: Decodable {
      let results: [ScenarioResult]
    }

    private static func results(_ report: [UInt8]) throws -> [ScenarioResult] {
      try JSONDecoder().decode(Report.self, from: Data(report)).results
    }
  }

  /// What a client saw of a fault at a meter on an adapter of the machine.
  struct HostProof: Decodable {
    let fault: String
    let fired: Bool
    let detected: Bool
  }

  private let lanes: [Lane]
  private let hostProofs: [HostProof]

  /// The lanes of the bench, and what `examples/emulate/every_fault.py` printed, a JSON object a line.
  public init(_ lanes: [Lane], hostProofs: String) throws {
    self.lanes = lanes
    self.hostProofs = try hostProofs.split(separator: "\n").map {
      try JSONDecoder().decode(HostProof.self, from: Data($0.utf8))
    }
  }

  /// The faults that no scenario of the first lane has brought about.
  public var unproven: [String] {
    guard let lane = lanes.first else { return FaultVocabulary.all.map { $0.fullName } }
    return FaultVocabulary.all.map { $0.fullName }.filter { proof(of: $0, on: lane) == nil }
  }

  /// The page, as Markdown.
  public var markdown: String {
    let rows = FaultVocabulary.all.map { verb in
      ["[`\(verb.fullName)`](faults.md#\(verb.level.rawValue)-\(verb.name.lowercased()))"]
        + lanes.map { cell(verb.fullName, on: $0) } + [hostCell(verb)]
    }
    return """
      <!-- Written by `make fault-lanes` from the reports of runs. Do not edit. -->

      # Where each fault was seen to fire

      A fault *fired* where a run's records have the packet, frame or call that it struck. It was *detected*
      where the same scenario fails once the fault is left out (`meterloop test --without-faults`), so that
      an expectation depends on it. Where it only fired the scenario would pass without it too, as the central
      is not to be disturbed by it, or lays other faults from which it cannot be told apart.

      Each cell names one scenario that passed; one that detects, and that lays no other fault, comes first.

      \(Markdown.table(["Fault"] + lanes.map(\.name) + ["A meter on an adapter (`emulate`)"], rows))

      The bench is the guest with its own kernel, bluetoothd and air. `emulate` has a machine's adapter in
      place of that air, so that faults of GATT, advertising, links and the host cannot be laid there; its
      column is what [a client](../examples/emulate/every_fault.py) read of a meter in the bench's own
      `emulate`. An empty cell is a fault that no scenario of that suite lays.

      """
  }

  private func proof(of fault: String, on lane: Lane) -> (result: ScenarioResult, isDetected: Bool)?
  {
    let proofs = lane.results.filter { result in
      result.verdict == .passed
        && result.faults.contains { $0.name == fault && $0.firings > 0 }
    }
    .map { result in
      // Of a scenario with several faults nobody can say which of them was missed.
      let isAlone = result.faults.allSatisfy { $0.name == fault }
      return (
        result: result, isDetected: isAlone && lane.withoutFaults[result.file] == .failed,
        isAlone: isAlone
      )
    }
    let best = proofs.min { a, b in
      (a.isDetected ? 0 : 1, a.isAlone ? 0 : 1, a.result.file)
        < (b.isDetected ? 0 : 1, b.isAlone ? 0 : 1, b.result.file)
    }
    return best.map { ($0.result, $0.isDetected) }
  }

  private func cell(_ fault: String, on lane: Lane) -> String {
    guard let (result, isDetected) = proof(of: fault, on: lane) else { return "" }
    let file = result.file.hasSuffix("]") ? String(result.file.prefix { $0 != "[" }) : result.file
    let name = RunNames.withoutExtension(file).split(separator: "/").suffix(2)
      .joined(separator: "/")
    let row = result.file.dropFirst(file.count)
    return "fired\(isDetected ? ", detected" : ""): [\(name)](../\(file))"
      + (row.isEmpty ? "" : " `\(row.dropFirst().dropLast())`")
  }

  private func hostCell(_ verb: any FaultVerb.Type) -> String {
    guard verb is any MeterFaultVerb.Type else { return "needs the bench's air" }
    guard let proof = hostProofs.first(where: { $0.fault == verb.fullName }), proof.fired else {
      return ""
    }
    return "fired\(proof.detected ? ", detected" : "")"
  }
}
