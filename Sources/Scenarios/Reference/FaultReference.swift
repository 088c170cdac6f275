// docs/faults.md, from the fault vocabulary.

import Faults

/// The page about the faults that a scenario can inject.
public enum FaultReference {
  /// The page, as Markdown.
  public static var markdown: String {
    """
    <!-- Written by `make docs` from the fault vocabulary (Sources/Faults). Do not edit. -->

    # Faults

    A scenario lays a fault by its level and its verb, and may lift it again:

    ```yaml
    - fault: {link: outOfRange}
    - wait: 20s
    - lift: {link: outOfRange}
    ```

    A fault acts from the step on that lays it, until it has struck as often as it was told, until
    its time is over, until it is lifted, or until the scenario ends. Each time it strikes, the
    witness that it happened to records `fault.fired` with the packet or frame itself. **A fault that
    never fired fails the scenario**, even if all else holds: it tested nothing. [Where each was seen to
    fire](fault-lanes.md) is told from runs.

    `meterloop faults` prints the same on a terminal; `meterloop faults link.disconnect` prints one.

    Every fault takes these keys besides its own:

    \(Markdown.table(FaultReader.commonKeys))

    \(Markdown.table(["Fault", "What happens"], FaultVocabulary.all.map(row)))

    \(sections.joined(separator: "\n\n"))

    To add a verb, see [CONTRIBUTING](CONTRIBUTING.md#a-new-fault-verb).

    """
  }

  private static func row(_ verb: any FaultVerb.Type) -> [String] {
    let name = "\(verb.level.rawValue): \(verb.name)"
    let anchor = "\(verb.level.rawValue)-\(verb.name.lowercased())"
    return [
      "[`\(name)`](#\(anchor))", String(verb.summary.prefix { $0 != "." && $0 != ":" }) + ".",
    ]
  }

  private static var sections: [String] {
    FaultLevel.allCases.flatMap { level -> [String] in
      let verbs = FaultVocabulary.all.filter { $0.level == level }
      guard !verbs.isEmpty else { return [] }
      return ["## Level \(level.rawValue): \(level.summary)"] + verbs.map(section)
    }
  }

  private static func section(_ verb: any FaultVerb.Type) -> String {
    var parts = [
      "### \(verb.level.rawValue): \(verb.name)", verb.summary,
      "```yaml\n- fault: \(verb.example)\n```",
    ]
    if !verb.parameters.isEmpty {
      parts.append(
        Markdown.table(
          ["Key", "Value", "Meaning"],
          verb.parameters.map { parameter in
            var meaning = sentence(parameter.summary)
            if parameter.isRequired { meaning = "Required. " + meaning }
            if let text = parameter.defaultText { meaning += " `\(text)` if not said." }
            return ["`\(parameter.name)`", parameter.kind.description, meaning]
          }))
    }
    parts.append("Fired when \(verb.proof).")
    return parts.joined(separator: "\n\n")
  }

  private static func sentence(_ phrase: String) -> String {
    phrase.prefix(1).uppercased() + phrase.dropFirst() + "."
  }
}
