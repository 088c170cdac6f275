// From nodes to a scenario: everything but the steps.

import Records

/// Reads a scenario out of a YAML document without includes and variables.
struct ScenarioReader {
  let attachments: Attachments

  func scenario(_ root: Node, caseLabel: String?) throws(ScenarioError) -> Scenario {
    let fields = try Fields(root, of: ScenarioKeys.scenario)
    let title = try fields.required("scenario").line("the title")
    let loads = LoadReader(tables: attachments)
    let meters = try MeterReader(loads: loads).meters(fields.required("meters"))
    let centrals = try CentralReader(meterCount: meters.count)
      .centrals(one: fields["central"], several: fields["centrals"])
    let steps = try TimelineReader(meters: meters, centrals: centrals, loads: loads)
      .steps(fields.required("timeline"))
    let scenario = Scenario(
      source: root.source,
      caseLabel: caseLabel,
      title: title,
      covers: try fields["covers"].map { node throws(ScenarioError) in try covers(node) } ?? [],
      meters: meters,
      centrals: centrals,
      policy: try policy(fields["policy"], for: meters),
      setsPolicy: fields["policy"] != nil,
      always: try fields["always"].map { node throws(ScenarioError) in try always(node) } ?? [],
      timeline: steps,
      limit: try fields["limit"].map { node throws(ScenarioError) in
        try node.positiveDuration("the limit")
      } ?? Scenario.defaultLimit,
      attachments: attachments.texts)
    try scenario.checkLimit()
    return scenario
  }

  private func covers(_ node: Node) throws(ScenarioError) -> [String] {
    var ids: [String] = []
    for item in try node.items(of: "covers") {
      let id = try item.text("a requirement's id")
      let parts = id.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty,
        parts[0].allSatisfy({ $0.isASCII && $0.isUppercase }),
        Int(parts[1]) != nil
      else { throw item.error("a requirement's id looks like RETRY-1, not '\(id.prefix(40))'") }
      ids.append(id)
    }
    return ids
  }

  private func always(_ node: Node) throws(ScenarioError) -> [String] {
    if node.scalar != nil {
      _ = try node.word("rule", among: [AlwaysRules.everything] + AlwaysRules.names)
      return node.scalar == AlwaysRules.everything ? AlwaysRules.names : [node.scalar ?? ""]
    }
    var names: [String] = []
    for item in try node.items(of: "always") {
      names.append(try item.word("rule", among: AlwaysRules.names))
    }
    return names
  }

  /// A program and its arguments, from a list.
  static func command(_ node: Node) throws(ScenarioError) -> [String] {
    var arguments: [String] = []
    for item in try node.items(of: "command") {
      guard let argument = item.scalar, !argument.contains("\0") else {
        throw item.error("an argument must be a text, not \(item.kindName)")
      }
      arguments.append(argument)
    }
    guard arguments.first?.isEmpty == false else { throw node.error("the command is empty") }
    return arguments
  }

  private func policy(
    _ node: Node?, for meters: [MeterPlan]
  ) throws(ScenarioError) -> CentralPolicy {
    var policy = CentralPolicy()
    if meters.contains(where: { $0.configuration.profile == .factory }) {
      policy.profile = .factory
    }
    guard let node else { return policy }
    let fields = try Fields(node, of: ScenarioKeys.policy)
    if let cap = fields["attemptCap"] {
      policy.attemptCap = cap.scalar == "off" ? nil : try cap.integer("attemptCap", in: 0...1000)
    }
    if let timeout = fields["connectTimeout"] {
      policy.connectTimeout =
        timeout.scalar == "off" ? nil : try timeout.positiveDuration("connectTimeout")
    }
    if let timeout = fields["serviceDiscoveryTimeout"] {
      policy.serviceDiscoveryTimeout = try timeout.positiveDuration("serviceDiscoveryTimeout")
    }
    if let timeout = fields["measurementTimeout"] {
      policy.measurementTimeout = try timeout.positiveDuration("measurementTimeout")
    }
    if let interval = fields["pollInterval"] {
      policy.pollInterval = try interval.positiveDuration("pollInterval")
    }
    if let profile = fields["profile"] { policy.profile = try profile.choice("profile") }
    return policy
  }
}

extension Node {
  /// A duration that is not zero.
  func positiveDuration(_ what: String) throws(ScenarioError) -> Duration {
    let duration = try duration(what)
    guard duration > .zero else { throw error("\(what) must be more than 0s") }
    return duration
  }
}
