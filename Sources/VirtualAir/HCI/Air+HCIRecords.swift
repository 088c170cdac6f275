// Records of the HCI packets themselves, for who asks what a host has told its controller.

import Records

extension Air {
  /// Records a command or an event as it passes, if anyone wants to know; data passes unrecorded.
  func recordHCI(_ packet: [UInt8], of adapter: RadioAdapter) {
    guard recordsHCI else { return }
    if let command = HCICommand(packet) {
      let opcode = Int(command.code.rawValue)
      var details: [String: Detail] = ["opcode": .integer(opcode)]
      if let known = HCINames.commands.first(where: { $0.opcode == opcode }) {
        details["name"] = .text(known.name)
      }
      record("hci.command", adapter: adapter, details: details, bytes: Array(packet.dropFirst()))
    } else if packet.first == PacketKind.event.rawValue, packet.count >= 3 {
      let code = Int(packet[1])
      var details: [String: Detail] = ["code": .integer(code)]
      var known = HCINames.events.first { $0.code == code }
      if code == HCINames.lowEnergyMeta, packet.count > 3 {
        details["subevent"] = .integer(Int(packet[3]))
        known = HCINames.subevents.first { $0.code == Int(packet[3]) } ?? known
      }
      if let known { details["name"] = .text(known.name) }
      record("hci.event", adapter: adapter, details: details, bytes: Array(packet.dropFirst()))
    }
  }
}
