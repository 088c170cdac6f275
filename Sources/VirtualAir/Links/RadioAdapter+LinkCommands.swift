// Commands on a link, which btvirt must not see: it knows of none.

extension RadioAdapter {
  /// Answers a command that names one of the links; whether it did.
  func answerForLink(_ command: HCICommand) -> Bool {
    guard let handle = command.parameters.uint16(at: 0), let link = links[handle] else {
      return false
    }
    let end = link.end(of: self)
    let named = command.parameters.prefix(2)
    switch command.code {
    case .disconnect:
      guard command.parameters.count == 3 else { return false }
      accept(command)
      air.leave(link, from: end, reason: command.parameters[2])
    case .readRemoteVersion:
      accept(command)
      toHost(HCIEvent.remoteVersion(handle: handle))
    case .readRemoteFeatures:
      accept(command)
      // The peer is asked over the link, which takes a connection event. The kernel takes a link for
      // usable only then; bluetoothd must have heard of the link by that time, or it loses count.
      air.scheduler.after(link.parameters.intervalDuration) { [weak self, weak link] in
        guard let self, let link, links[handle] === link else { return }
        toHost(HCIEvent.remoteFeatures(handle: handle))
      }
    case .updateConnection:
      guard let parameters = ConnectionParameters(command.parameters.dropFirst(2)) else {
        return false
      }
      accept(command)
      link.parameters = parameters
      for end in [end, link.end(across: end)] {
        end.adapter.toHost(HCIEvent.connectionUpdated(handle: end.handle, parameters))
      }
    case .readRSSI:
      let peer = link.end(across: end).adapter
      let strength = UInt8(bitPattern: peer.shownAppearance.rssi)
      air.noteStrength(of: peer, on: link)
      toHost(HCIEvent.complete(command.code, [HCIStatus.success] + named + [strength]))
    case .readTransmitPower:
      // 4 dBm, for the current and for the maximum level.
      toHost(HCIEvent.complete(command.code, [HCIStatus.success] + named + [4]))
    case .enableEncryption:
      guard command.parameters.count == 28 else { return false }
      accept(command)
      let peripheral = link.end(across: end)
      peripheral.adapter.toHost(
        HCIEvent.longTermKeyRequest(
          handle: peripheral.handle, Array(command.parameters[2..<12])))
    case .longTermKeyReply:
      toHost(HCIEvent.complete(command.code, [HCIStatus.success] + named))
      encrypt(link, from: end)
    case .longTermKeyNegativeReply:
      toHost(HCIEvent.complete(command.code, [HCIStatus.success] + named))
      let central = link.end(across: end)
      central.adapter.toHost(
        HCIEvent.encryptionChanged(
          handle: central.handle, status: HCIStatus.pinOrKeyMissing, isOn: false))
    default: return false
    }
    return true
  }

  private func accept(_ command: HCICommand) {
    toHost(HCIEvent.status(HCIStatus.success, of: command.code))
  }

  private func encrypt(_ link: Link, from end: LinkEnd) {
    for end in [end, link.end(across: end)] {
      end.adapter.toHost(
        link.isEncrypted
          ? HCIEvent.keyRefreshed(handle: end.handle)
          : HCIEvent.encryptionChanged(
            handle: end.handle, status: HCIStatus.success, isOn: true))
    }
    link.isEncrypted = true
  }
}
