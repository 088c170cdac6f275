// docs/scenarios.md, from the tables that the scenario reader checks files by.

import Records

/// The page about scenario files.
public enum ScenarioReference {
  /// The page, as Markdown.
  public static var markdown: String {
    let parts = [
      head, "## The file", Markdown.table(ScenarioKeys.scenario),
      "### Variables and cases", variables, "### Shared parts", self.parts,
      "### A meter", Markdown.table(MeterKeys.meter), meters,
      "### A load", load, Markdown.table(LoadKeys.steady), changingLoad,
      Markdown.table(
        ["Load", "What it does", "Example"],
        LoadForm.all.map { ["`\($0.name)`", $0.summary, "`\($0.example)`"] }),
    ]
    let rest = [
      "### `advertising`", Markdown.table(MeterKeys.advertising), advertising,
      "### `central: {command: […]}`", Markdown.table(ScenarioKeys.central),
      "### Several centrals", severalCentrals, Markdown.table(ScenarioKeys.namedCentral),
      severalCentralsInReports,
      "### `policy`", Markdown.table(ScenarioKeys.policy), policy,
      "### `always`",
      Markdown.table(
        ["Rule", "Witness", "What must hold", "Requirement"],
        AlwaysRules.all.map { ["`\($0.name)`", $0.witness.rawValue, $0.summary, $0.requirement] }),
      "## Steps", steps,
      Markdown.table(
        ["Step", "Value", "What it does", "Example"],
        StepKind.all.map { ["`\($0.name)`", $0.value, $0.summary, "`- \($0.example)`"] }),
      "Beside any of them, or in the place of one, may stand:",
      Markdown.table(
        ["Key", "Value", "Meaning"],
        [StepKind.time, StepKind.include].map { ["`\($0.name)`", $0.form.text, $0.summary] }),
      "### `central:`",
      Markdown.table(
        ["Command", "Meaning"],
        ScenarioKeys.centralCommands.map { ["`\($0.name)`", $0.summary] }
          + ScenarioKeys.centralStep.keys.map { ["`{\($0.name): \($0.form.text)}`", $0.summary] }),
      "### `meter:`", Markdown.table(ScenarioKeys.meterStep),
      "## Expectations", expectations,
      Markdown.table(
        ["Subject", "Value", "Witness", "What is seen", "Example"],
        Subject.all.map {
          ["`\($0.name)`", $0.value, $0.witness, $0.summary, "`- expect: \($0.example)`"]
        }),
      "Beside the subject may stand:",
      Markdown.table(
        ["Key", "Value", "With", "Meaning"],
        ExpectationKeys.qualifiers.map { key in
          ["`\(key.name)`", key.form.text, subjects(with: key), key.summary]
        }),
      details, "## The one rule of time", time, "## Units", units,
      "## Witnesses and their records", witnesses,
    ]
    return
      (parts + loadForms + rest + Witness.allCases.map(records) + ["## Verdicts", verdicts])
      .joined(separator: "\n\n") + "\n"
  }

  /// What stands under the key of each form of load.
  private static var loadForms: [String] {
    LoadForm.all.flatMap { form in
      switch form.value {
      case .mapping(let mapping, _): ["#### `\(form.name)`", Markdown.table(mapping)]
      case .table: ["#### `\(form.name)`", recording]
      }
    }
  }

  private static func subjects(with key: Key) -> String {
    let with = Subject.all.filter { $0.qualifiers.contains(key.name) }
    let patterns = Subject.patterns.map(\.name)
    let others = with.map(\.name).filter { !patterns.contains($0) }
    switch key.name {
    case "tolerance":
      return "`measurement`, `at`, " + others.map { "`\($0)`" }.joined(separator: ", ")
    case "witness": return "`event`"
    default:
      let seen = with.count > others.count ? ["what is seen"] : []
      return (seen + others.map { "`\($0)`" }).joined(separator: ", ")
    }
  }

  private static func records(of witness: Witness) -> String {
    let rows = RecordVocabulary.kinds(of: witness).map { kind in
      [
        "`\(kind.name)`", kind.summary,
        kind.wordedDetails.map { "`\($0.name)`: \($0.kind.text(of: $0.name))" }
          .joined(separator: "; "),
      ]
    }
    return "### \(witness.rawValue)\n\n" + Markdown.table(["Kind", "When", "Details"], rows)
  }
}

extension DetailKind {
  /// The values in words.
  fileprivate func text(of name: String) -> String {
    switch self {
    case .text: "text"
    case .choice(RecordVocabulary.states): "a state"
    case .choice(RecordVocabulary.verbs): "a level and its verb, as `link.outOfRange`"
    case .fault: "`fault-1` for the first that is laid, and so on"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .integer, .counter: "whole number"
    case .number: Quantity.named(name).units.first.map { "number, in \($0.symbol)" } ?? "number"
    case .flag: "`true`, `false`"
    case .nanoseconds: "time"
    }
  }
}
