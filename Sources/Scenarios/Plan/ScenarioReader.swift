// From nodes to a scenario: everything but the steps.

import MeterEmulator
import Records
import SharedProtocols

/// Reads a scenario out of a YAML document.
struct ScenarioReader {
  func scenario(_ root: Node) throws(ScenarioError) -> Scenario {
    let fields = try Fields(root, of: ScenarioKeys.scenario)
    let title = try fields.required("scenario").line("the title")
    let meters = try meters(fields.required("meters"))
    let steps = try TimelineReader(meters: meters)
      .steps(fields.required("timeline"))
    let scenario = Scenario(
      source: root.source,
      title: title,
      covers: try fields["covers"].map { node throws(ScenarioError) in try covers(node) } ?? [],
      meters: meters,
      central: try fields["central"].map { node throws(ScenarioError) in try central(node) }
        ?? .builtIn,
      centralPosition: fields["central"]?.position,
      policy: try policy(fields["policy"]),
      setsPolicy: fields["policy"] != nil,
      timeline: steps,
      limit: try fields["limit"].map { node throws(ScenarioError) in
        try node.positiveDuration("the limit")
      } ?? Scenario.defaultLimit)
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

  private func meters(_ node: Node) throws(ScenarioError) -> [MeterPlan] {
    let items = try node.items(of: "meters")
    guard !items.isEmpty else { throw node.error("a scenario has at least one meter") }
    // btvirt makes 16 controllers, and the central has one of them.
    guard items.count <= 15 else { throw items[15].error("more than 15 meters") }
    var meters: [MeterPlan] = []
    for item in items {
      let meter = try meter(item)
      if meters.contains(where: { $0.name == meter.name }) {
        throw item.error("two meters are named '\(meter.name)'")
      }
      meters.append(meter)
    }
    return meters
  }

  private func meter(_ node: Node) throws(ScenarioError) -> MeterPlan {
    let fields = try Fields(node, of: ScenarioKeys.meter)
    let modelNode = try fields.required("model")
    let models = MeterModel.allCases.map(\.rawValue)
    let written = try modelNode.text("the model")
    guard let model = MeterModel(named: written) else {
      throw modelNode.unknown("model", written, among: models)
    }
    var profile = MeterProfile.documented
    if let node = fields["profile"] {
      let name = try node.word("profile", among: MeterProfile.allCases.map(\.rawValue))
      profile = MeterProfile(rawValue: name) ?? profile
    }
    guard MeterPlan.isEmulated(model, profile) else {
      throw (fields["profile"] ?? modelNode).error(
        "the \(profile.rawValue) profile of the \(model.rawValue) is not emulated yet")
    }
    let nameNode = fields["name"]
    let name = try nameNode.map { node throws(ScenarioError) in try node.line("the name") }
    let longest = MeterAnnouncement.longestNameBytes
    if let name, let nameNode, name.utf8.count > longest {
      throw nameNode.error("a name longer than \(longest) bytes does not fit an advertisement")
    }
    return MeterPlan(
      position: node.position, model: model, profile: profile,
      name: name ?? model.rawValue + MeterPlan.defaultSuffix,
      load: try fields["load"].map { node throws(ScenarioError) in try node.load() }
        ?? LoadPlan(volts: 5, amperes: 0))
  }

  private func central(_ node: Node) throws(ScenarioError) -> CentralPlan {
    if node.scalar != nil {
      _ = try node.word("central", among: ["builtIn"])
      return .builtIn
    }
    let fields = try Fields(node, of: ScenarioKeys.central)
    let command = try fields.required("command")
    var arguments: [String] = []
    for item in try command.items(of: "command") {
      guard let argument = item.scalar, !argument.contains("\0") else {
        throw item.error("an argument must be a text, not \(item.kindName)")
      }
      arguments.append(argument)
    }
    guard arguments.first?.isEmpty == false else { throw command.error("the command is empty") }
    return .command(arguments)
  }

  private func policy(_ node: Node?) throws(ScenarioError) -> CentralPolicy {
    var policy = CentralPolicy()
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

  /// `{volts: …, amperes: …}` within what a frame can say; more than a meter can carry is a test of
  /// its own.
  func load() throws(ScenarioError) -> LoadPlan {
    let fields = try Fields(self, of: ScenarioKeys.load)
    var load = LoadPlan()
    if let volts = fields["volts"] {
      load.volts = try volts.number("volts", of: .volts, in: Load.voltsRange)
    }
    if let amperes = fields["amperes"] {
      load.amperes = try amperes.number("amperes", of: .amperes, in: Load.amperesRange)
    }
    return load
  }
}
