// Reads what an HCI packet must look like: `hci: {command: LE Create Connection}`.

import Records
import VirtualAir

extension PatternReader {
  /// A command or an event by its name or its code, and what its parameters begin with.
  func hci(_ node: Node) throws(ScenarioError) -> RecordPattern {
    let fields = try Fields(node, of: ExpectationKeys.hci)
    var pattern: RecordPattern
    var pdu = RecordPattern.PDU()
    switch (fields["command"], fields["event"]) {
    case (let command?, nil):
      pattern = RecordPattern(
        .air, "hci.command",
        details: [try code(command, "command", "opcode", HCINames.commands.map(\.name), 0xFFFF)])
      // The opcode and the length.
      pdu.headerBytes = 3
    case (nil, let event?):
      let ofLowEnergy = HCINames.subevents.map(\.name)
      pattern = RecordPattern(
        .air, "hci.event",
        details: [
          try code(event, "event", "code", HCINames.events.map(\.name) + ofLowEnergy, 0xFF)
        ])
      // The code and the length; what tells the events of Low Energy apart counts as their code.
      pdu.headerBytes = ofLowEnergy.contains(event.scalar ?? "") ? 3 : 2
    default: throw node.error("hci has one of 'command:' and 'event:'")
    }
    if let adapter = fields["adapter"] {
      pattern.adapter = try adapter.integer("adapter", in: adapters(of: .air))
    } else if centrals.count == 1 {
      pattern.adapter = centrals[0].adapter
    }
    if let parameters = fields["parameters"] {
      pdu.beginning = try parameters.bytePattern("parameters")
      pattern.pdu = pdu
    }
    return pattern
  }

  private func code(
    _ node: Node, _ what: String, _ detail: String, _ names: [String], _ most: Int
  ) throws(ScenarioError) -> (name: String, match: RecordPattern.Match) {
    if node.scalar?.first?.isNumber == true {
      return (detail, .equals(.integer(try node.integer("the \(what)", in: 0...most))))
    }
    return ("name", .equals(.text(try node.word("HCI \(what)", among: names))))
  }
}

extension Scenario {
  /// Whether any expectation is about HCI packets.
  var asksForHCI: Bool {
    timeline.contains { step in
      step.action.expectation?.patterns.contains { $0.kind.hasPrefix("hci.") } == true
    }
  }
}
