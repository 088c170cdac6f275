// Puts a failure into words: the place, what was seen, and the few records that led there.

import Records

extension ScenarioRun {
  /// How many records are shown with a failure.
  private static let shownRecords = 8

  /// The failure of the current step, or of the whole before the first and after the last.
  func describe(
    _ kind: FailureKind, expected: String?, seen: String, witness: Witness?, hasBegun: Bool
  ) -> ScenarioFailure {
    var place: SourcePlace?
    if hasBegun, scenario.timeline.indices.contains(current) {
      place = scenario.timeline[current].place
      if let expectation = scenario.timeline[current].action.expectation {
        place = expectation.place
      }
    }
    return ScenarioFailure(
      kind, file: place?.source.file ?? scenario.source.file, position: place?.position,
      excerpt: place.map { $0.source.excerpt(at: $0.position) } ?? [],
      expected: expected, seen: seen, witness: witness, around: recordsThatTell(),
      timelineStart: timelineStart)
  }

  /// The last records without the stream of packets and steps, which would push all else out.
  private func recordsThatTell() -> [Record] {
    let telling = records.records.reversed().lazy.filter { record in
      switch (record.witness, record.kind) {
      case (.air, "att"), (.air, "hci.command"), (.air, "hci.event"), (.emulator, "notify"),
        (.harness, "step"):
        false
      default: true
      }
    }
    return telling.prefix(Self.shownRecords).sorted(by: Record.comesBefore)
  }

  /// The step as it stands in the file, for the record.
  func text(of step: Step) -> String {
    let line = step.place.source.line(step.position.line) ?? ""
    let trimmed = line.drop { $0 == " " || $0 == "-" }
    return String(trimmed.prefix { $0 != "#" }.prefix(120))
  }
}

extension Scenario {
  /// Whether it can be judged only if this central speaks the driver protocol.
  func needsDriver(of central: Int) -> Bool {
    let adapter = centrals[central].adapter
    return setsPolicy || centrals[central].program == .builtIn
      || timeline.contains { step in
        switch step.action {
        case .central(let told, _): told == central
        case .recover(let expectation): expectation.central == central
        case .expect(let expectation):
          expectation.patterns.contains {
            $0.witness == .central && ($0.adapter ?? adapter) == adapter
          }
        case .fault, .lift, .wait, .meter: false
        }
      }
  }
}

extension Expectation {
  /// The expectation at work.
  func watch(from origin: TimeOrigin) -> any Watch {
    switch subject {
    case .seen(let pattern, let count, let timing):
      SeenWatch(pattern, count: count, timing: timing, origin: origin)
    case .counted(let pattern, let range, let duration):
      CountWatch(pattern, range: range, duration: duration, origin: origin)
    case .order(let patterns, let within):
      OrderWatch(patterns, within: within, origin: origin)
    case .never(let pattern, let duration):
      NeverWatch(pattern, duration: duration, origin: origin)
    case .attempts(let delays, let tolerance, let within, let adapter):
      AttemptsWatch(
        delays, tolerance: tolerance, within: within, origin: origin, adapter: adapter)
    }
  }
}
