// One connection to a meter, from the link's standing to its end: services, characteristics,
// subscription, conversation.

import CoreBluetooth
import SharedProtocols

/// Takes a connected device through discovery and talks with it. Made anew for each connection and
/// let go with it, so nothing of an old one can be heard later.
final class MeterLink {
  /// What happens on the link.
  enum Report {
    case reached(ConnectionState)
    case event(CentralEvent)
    /// The link is of no more use; it should be cancelled.
    case finished(Ending)
  }

  /// Why a link is given up from this side.
  enum Ending: Equatable {
    case retry(reason: String)
    case incompatible(reason: String)
    case pairing(reason: String)
  }

  let device: UUID
  let capabilities: MeterCapabilities
  private let advertised: [CBUUID]
  let radio: any MeterRadio
  let settings: CentralSettings
  let scheduler: any DelayScheduler
  let report: (Report) -> Void
  private var limit: (any DelayedWork)?
  private var table: MeterTable?
  private var found: [FoundCharacteristic] = []
  private var discoveredServiceCount = 0
  private var routes: [MeterRoute] = []
  var probe: SerialProbe?
  var serial: BluetoothSerial?
  var isClosed = false

  init(
    to meter: DiscoveredMeter, radio: any MeterRadio, settings: CentralSettings,
    scheduler: any DelayScheduler, report: @escaping (Report) -> Void
  ) {
    device = meter.identifier
    capabilities = meter.capabilities
    advertised = meter.services
    self.radio = radio
    self.settings = settings
    self.scheduler = scheduler
    self.report = report
  }

  /// Begins with the services.
  func start() {
    report(.reached(.discoveringServices))
    allow(.serviceDiscovery)
    radio.discoverServices(MeterTable.services(for: settings.profile), of: device)
  }

  /// Ends all timers and requests; nothing is reported any more.
  func close() {
    isClosed = true
    limit?.cancel()
    probe?.stop()
    serial?.stop()
  }

  /// The services that were looked for and are there.
  func found(services: Result<[CBUUID], any Error>) {
    guard let services = take(services, "the services could not be read") else { return }
    guard let table = MeterTable(services: services, advertised: advertised) else {
      return finish(.incompatible(reason: "the device has none of the services that are known"))
    }
    self.table = table
    report(.reached(.discoveringCharacteristics))
    discoverCharacteristics(of: table)
  }

  /// Looks for the characteristics of the next service; false when there is none.
  @discardableResult
  private func discoverCharacteristics(of table: MeterTable) -> Bool {
    guard discoveredServiceCount < table.wanted.count else { return false }
    let (service, characteristics) = table.wanted[discoveredServiceCount]
    discoveredServiceCount += 1
    allow(.characteristicDiscovery)
    radio.discoverCharacteristics(characteristics, of: service, on: device)
    return true
  }

  /// The characteristics of a service that were looked for and are there.
  func found(characteristics: Result<[FoundCharacteristic], any Error>) {
    guard let more = take(characteristics, "the characteristics could not be read"), let table
    else { return }
    found += more
    if discoverCharacteristics(of: table) { return }
    do throws(MeterTable.Lack) {
      routes = try table.routes(over: found, model: capabilities.model)
    } catch {
      return finish(.incompatible(reason: "\(error)"))
    }
    allow(.subscription)
    radio.subscribe(to: table.notifying, on: device)
  }

  /// The subscription stands, or failed.
  func subscribed(_ error: (any Error)?) {
    let result: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
    guard take(result, "subscribing failed") != nil, let first = routes.first else { return }
    report(.reached(.peripheralReady))
    if routes.count == 1 {
      makeSerial(over: first).start()
    } else {
      let probe = SerialProbe(
        routes, timeout: settings.probeTimeout, scheduler: scheduler,
        write: { [weak self] in self?.write($0, over: $1) },
        report: { [weak self] in self?.probeDid($0) })
      self.probe = probe
      probe.start()
    }
  }

  /// Ends the step's limit and gives what it brought, unless it failed.
  private func take<Value>(_ result: Result<Value, any Error>, _ complaint: String) -> Value? {
    guard !isClosed, serial == nil, probe == nil else { return nil }
    limit?.cancel()
    switch result {
    case .success(let value): return value
    case .failure(let error):
      let reason = "\(complaint): \(error.localizedDescription)"
      switch FailureReaction(to: error) {
      case .retry: finish(.retry(reason: reason))
      case .pair: finish(.pairing(reason: reason))
      case .stop: finish(.incompatible(reason: reason))
      }
      return nil
    }
  }

  /// Gives a step its time.
  private func allow(_ step: TimedStep) {
    limit?.cancel()
    limit = scheduler.after(settings.discoveryTimeout) { [weak self] in
      guard let self, !isClosed else { return }
      report(.event(.timedOut(step)))
      finish(.retry(reason: "\(step.rawValue) timed out"))
    }
  }

  func finish(_ ending: Ending) {
    guard !isClosed else { return }
    close()
    report(.finished(ending))
  }
}
