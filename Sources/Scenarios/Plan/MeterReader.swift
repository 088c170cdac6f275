// Reads the `meters:` of a scenario.

import MeterEmulator
import SharedProtocols

/// Reads meters: what the file does not say, the model and its profile decide.
struct MeterReader {
  let loads: LoadReader

  func meters(_ node: Node) throws(ScenarioError) -> [MeterPlan] {
    let items = try node.items(of: "meters")
    guard !items.isEmpty else { throw node.error("a scenario has at least one meter") }
    // A central has one of the adapters.
    let most = CentralReader.adapters - 1
    guard items.count <= most else { throw items[most].error("more than \(most) meters") }
    var meters: [MeterPlan] = []
    for item in items {
      let meter = try meter(item)
      if meters.contains(where: { $0.name == meter.name }) {
        throw item.error("two meters are named '\(meter.name)'; give one of them a 'name:'")
      }
      meters.append(meter)
    }
    return meters
  }

  func meter(_ node: Node) throws(ScenarioError) -> MeterPlan {
    let fields = try Fields(node, of: MeterKeys.meter)
    let modelNode = try fields.required("model")
    let written = try modelNode.text("the model")
    guard let model = MeterModel(named: written) else {
      throw modelNode.unknown("model", written, among: MeterModel.allCases.map(\.rawValue))
    }
    var profile = MeterProfile.documented
    if let node = fields["profile"] {
      profile = try node.choice("profile")
    }
    let firmware = try fields["firmware"].map { node throws(ScenarioError) in
      try self.firmware(node, model, profile)
    }
    var meter = MeterConfiguration(
      model: model, profile: profile, firmware: firmware ?? .published,
      name: try fields["name"].map { node throws(ScenarioError) in try name(node) },
      advertising: try fields["advertising"].map { node throws(ScenarioError) in
        try advertising(node)
      } ?? AdvertisingStyle())
    if let node = fields["load"] { meter.program = try loads.program(node) }
    for setting in try SettingKey.settings(in: fields, for: meter) { meter.set(setting) }
    try readPace(of: &meter, fields)
    if let node = fields["refusesWriteRequests"] {
      guard meter.layout == .newerFactoryTC66C else {
        throw node.error("only a factory TC66C from firmware 1.15 on may refuse write requests")
      }
      meter.refusesWriteRequests = try node.flag("refusesWriteRequests")
    }
    if let node = fields["wrappedCommands"] {
      guard model == .um24c, profile == .factory else {
        throw node.error("only of a factory UM24C there is a look-alike with wrapped commands")
      }
      meter.takesWrappedCommands = try node.flag("wrappedCommands")
    }
    do throws(AnnouncementError) { _ = try meter.announcement.packets() } catch {
      throw (fields["name"] ?? node).error(error.description)
    }
    return MeterPlan(position: node.position, configuration: meter)
  }

  private func firmware(
    _ node: Node, _ model: MeterModel, _ profile: MeterProfile
  ) throws(ScenarioError) -> TC66Firmware {
    guard model == .tc66c, profile == .factory else {
      throw node.error("only a factory TC66C differs by its firmware")
    }
    let text = try node.text("the firmware")
    guard let firmware = TC66Firmware(text) else {
      throw node.error("the firmware is a version such as 1.14, not '\(text.prefix(20))'")
    }
    return firmware
  }

  private func name(_ node: Node) throws(ScenarioError) -> String {
    let name = try node.line("the name")
    let longest = MeterAnnouncement.longestNameBytes
    guard name.utf8.count <= longest else {
      throw node.error("a name longer than \(longest) bytes does not fit an advertisement")
    }
    return name
  }

  private func readPace(
    of meter: inout MeterConfiguration, _ fields: Fields
  ) throws(ScenarioError) {
    for key in ["replyDelay", "pieceBytes"] {
      guard let node = fields[key], meter.layout.command == nil else { continue }
      throw node.error("a documented TC66C answers no requests: it has no '\(key)'")
    }
    if let node = fields["replyDelay"] { meter.replyDelay = try node.duration("replyDelay") }
    if let node = fields["pieceBytes"] {
      meter.line.pieceByteCount = try node.integer("pieceBytes", in: MeterKeys.pieceBytes)
    }
    if let node = fields["samplingInterval"] {
      meter.samplingInterval = try node.duration("samplingInterval")
    }
    if let node = fields["mtu"] {
      meter.largestMTUBytes = try node.integer("mtu", in: MeterKeys.mtuBytes)
    }
  }

  private func advertising(_ node: Node) throws(ScenarioError) -> AdvertisingStyle {
    let fields = try Fields(node, of: MeterKeys.advertising)
    var style = AdvertisingStyle()
    if let node = fields["flags"] {
      style.flags = UInt8(try node.integer("flags", in: 0...0xFF))
    }
    if let node = fields["interval"] {
      style.interval = try node.duration("interval")
      guard MeterKeys.interval.contains(style.interval) else {
        throw node.error("interval must be from 20ms to 10.24s")
      }
    }
    if let node = fields["name"] { style.name = try node.choice("name") }
    if let node = fields["silentWhileConnected"] {
      style.isSilentWhileConnected = try node.flag("silentWhileConnected")
    }
    return style
  }
}

extension Node {
  /// One of the words that a kind of choice has.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ what: String
  ) throws(ScenarioError) -> Choice {
    let words = Choice.allCases.map(\.rawValue)
    let word = try word(what, among: words)
    guard let choice = Choice(rawValue: word) else { throw unknown(what, word, among: words) }
    return choice
  }
}
