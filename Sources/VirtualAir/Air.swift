// The air: all radios, what they hear of each other, and the links between them.

import Records

/// Everything between the hosts' Bluetooth stacks and their controllers. It reads the hosts'
/// commands, sends advertising reports and owns the links; btvirt is the controller for the rest.
/// Confined to the thread of its scheduler.
public final class Air {
  /// The adapters in the order in which they were added.
  public private(set) var adapters: [RadioAdapter] = []
  /// The rules in force, in the order in which they were installed.
  public internal(set) var rules: [InstalledRule] = []

  /// Whether commands and events are recorded, each of them, besides what they add up to.
  public var recordsHCI = false

  let scheduler: any Scheduler
  let records: RecordStream
  let capture: (any PacketCapture)?
  var linksMade = 0
  private var hearings: [Hearing] = []

  /// An air without adapters. What it sees goes to `records`, each packet of a host to `capture`.
  public init(
    scheduler: any Scheduler, records: RecordStream, capture: (any PacketCapture)? = nil
  ) {
    self.scheduler = scheduler
    self.records = records
    self.capture = capture
  }

  /// Puts an adapter between a controller and a host. It must be fed with their packets.
  public func addAdapter(
    controller: any PacketPort, host: any PacketPort
  ) -> RadioAdapter {
    let adapter = RadioAdapter(
      index: adapters.count, air: self, controller: controller, host: host)
    adapters.append(adapter)
    return adapter
  }

  func record(
    _ kind: String, adapter: RadioAdapter, link: Link? = nil, details: [String: Detail] = [:],
    bytes: [UInt8] = []
  ) {
    records.append(
      Record(
        time: scheduler.now, witness: .air, adapter: adapter.index, connection: link?.number,
        kind: kind, details: details, bytes: bytes))
  }

  /// Something changed that says who advertises and who listens.
  func radioChanged() {
    for adapter in adapters { recordAdvertising(of: adapter) }
    hearings.removeAll { hearing in
      let goesOn = hearing.listener.isListening && hearing.advertiser.shownAdvertising != nil
      if !goesOn { hearing.next?.cancel() }
      return !goesOn
    }
    for listener in adapters where listener.isListening {
      for advertiser in adapters
      where advertiser !== listener && advertiser.shownAdvertising != nil
        && !hearings.contains(where: { $0.listener === listener && $0.advertiser === advertiser })
      {
        let hearing = Hearing(listener: listener, advertiser: advertiser)
        hearings.append(hearing)
        schedule(hearing, after: Hearing.firstAfter)
      }
    }
  }

  private func recordAdvertising(of adapter: RadioAdapter) {
    let now = adapter.advertisingNow
    guard now != adapter.shownAdvertising else { return }
    if adapter.shownAdvertising != nil { record("advertising.stop", adapter: adapter) }
    adapter.shownAdvertising = now
    guard let now else { return }
    record(
      "advertising.start", adapter: adapter,
      details: ["type": .text(now.type.word), "interval_ms": .integer(now.intervalMilliseconds)])
  }

  private func schedule(_ hearing: Hearing, after delay: Duration) {
    hearing.next = scheduler.after(delay) { [unowned self, unowned hearing] in
      let interval = max(hearing.advertiser.shownAppearance.intervalMilliseconds, 1)
      schedule(hearing, after: .milliseconds(interval))
      advertise(hearing)
    }
  }

  /// One advertisement of a pair: a connection if the listener waits for one, else reports.
  private func advertise(_ hearing: Hearing) {
    let listener = hearing.listener
    let advertiser = hearing.advertiser
    let shown = advertiser.shownAppearance
    guard advertiser.shownAdvertising != nil, let address = shown.address else { return }
    let wants = listener.wantsConnection(to: address)
    let isHeard = wants || listener.scans(for: address)
    // Under its own address it may be one that the listener looks for, which a rule keeps from it.
    guard isHeard || advertiser.ownAppearance.address.map(listener.looks(for:)) ?? false
    else { return }
    let report = HCIEvent.report(
      type: shown.type.reportType, address: address, data: shown.advertisement, rssi: shown.rssi)
    guard isReachable(advertiser, from: listener) else {
      noteUnheard(report, hearing)
      return
    }
    noteShown(report, hearing)
    if shown.isSilent || !isHeard { return }
    if wants, shown.type.isConnectable {
      connect(listener, to: advertiser)
      return
    }
    guard listener.scans(for: address) else { return }
    listener.toHost(report)
    guard listener.scan.isActive, shown.type.isScannable else { return }
    listener.toHost(
      HCIEvent.report(
        type: 4, address: address, data: shown.scanResponse, rssi: shown.rssi))
  }
}
