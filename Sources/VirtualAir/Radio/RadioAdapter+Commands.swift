// What the air makes of a host's commands. Advertising and scanning it only notes, and btvirt
// answers; all that has to do with links it answers itself.

extension RadioAdapter {
  /// Acts on a command; whether it is answered, so that the controller must not see it.
  func answer(_ command: HCICommand) -> Bool {
    let parameters = command.parameters
    switch command.code {
    case .reset: reset()
    case .setRandomAddress: randomAddress = .init(littleEndian: parameters)
    case .setAdvertisingParameters: advertising.setParameters(parameters)
    case .setAdvertisingData: advertising.data = AdvertisingSettings.data(parameters)
    case .setScanResponse: advertising.scanResponse = AdvertisingSettings.data(parameters)
    case .setAdvertisingEnable:
      advertiseEnablesAreOurs.append(false)
      advertising.isEnabled = parameters.first == 1
    case .setScanParameters: scan.setParameters(parameters)
    case .setScanEnable: setScan(parameters.first == 1)
    case .clearAcceptList: acceptList = []
    case .addToAcceptList: if let peer = RadioAddress(parameters) { acceptList.insert(peer) }
    case .removeFromAcceptList: if let peer = RadioAddress(parameters) { acceptList.remove(peer) }
    case .createConnection: return createConnection(command)
    case .cancelConnection: cancelConnection()
    default: return answerForLink(command)
    }
    air.radioChanged()
    return command.code == .cancelConnection
  }

  private func setScan(_ isOn: Bool) {
    guard isOn != scan.isEnabled else { return }
    scan.isEnabled = isOn
    if isOn {
      air.record(
        "scan.start", adapter: self, details: ["type": scan.isActive ? "active" : "passive"])
      if !scan.isActive { attempts.begin(via: .passiveScan) }
    } else {
      air.record("scan.stop", adapter: self)
      if !scan.isActive, request == nil { attempts.scanStopped() }
    }
  }

  private func createConnection(_ command: HCICommand) -> Bool {
    guard let wanted = ConnectionRequest(command.parameters) else { return false }
    attempts.begin(via: .createConnection)
    if let status = air.refusal(of: wanted, by: self, command) {
      toHost(HCIEvent.status(status, of: command.code))
      attempts.end(.failed, status: status)
      return true
    }
    toHost(HCIEvent.status(HCIStatus.success, of: command.code))
    request = wanted
    air.radioChanged()
    return true
  }

  private func cancelConnection() {
    guard let cancelled = request else {
      toHost(HCIEvent.complete(.cancelConnection, [HCIStatus.commandDisallowed]))
      return
    }
    request = nil
    toHost(HCIEvent.complete(.cancelConnection, [HCIStatus.success]))
    // The kernel finds the attempt by the address; without it the adapter would stay stuck.
    if let peer = cancelled.peer {
      let none = ConnectionParameters(interval: 0, latency: 0, supervisionTimeout: 0)
      toHost(
        HCIEvent.connected(
          status: HCIStatus.unknownConnection, handle: 0, role: 0, peer: peer, parameters: none))
    }
    attempts.end(.cancelled, status: HCIStatus.unknownConnection)
  }

  /// HCI Reset: the controller forgets everything; the peers of its links find out by their
  /// supervision timeouts.
  private func reset() {
    if scan.isEnabled { air.record("scan.stop", adapter: self) }
    attempts.end(.stopped, status: HCIStatus.success)
    advertising = AdvertisingSettings()
    scan = ScanSettings()
    acceptList = []
    request = nil
    for link in links.values.sorted(by: { $0.number < $1.number }) { air.sever(link, from: self) }
  }
}
