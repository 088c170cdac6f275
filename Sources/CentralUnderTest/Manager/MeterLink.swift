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

  private let device: UUID
  private let radio: any MeterRadio
  private let settings: CentralSettings
  private let scheduler: any DelayScheduler
  private let model: MeterModel?
  private let report: (Report) -> Void
  private var limit: (any DelayedWork)?
  private var serial: BluetoothSerial?
  private var isClosed = false

  private static let layout = MeterLayout.documentedUM
  private static let service = CBUUID(string: layout.service.shortForm)
  private static let frames = CBUUID(string: layout.notifying.shortForm)
  private static let commands = CBUUID(string: BluetoothUUID.documentedUMCommand.shortForm)

  init(
    device: UUID, model: MeterModel?, radio: any MeterRadio, settings: CentralSettings,
    scheduler: any DelayScheduler, report: @escaping (Report) -> Void
  ) {
    self.device = device
    self.model = model
    self.radio = radio
    self.settings = settings
    self.scheduler = scheduler
    self.report = report
  }

  /// Begins with the services.
  func start() {
    report(.reached(.discoveringServices))
    allow(.serviceDiscovery)
    radio.discoverServices(MeterCapabilities.scannedServices, of: device)
  }

  /// Ends all timers and requests; nothing is reported any more.
  func close() {
    isClosed = true
    limit?.cancel()
    serial?.stop()
  }

  /// The services that were looked for and are there.
  func found(services: Result<[CBUUID], any Error>) {
    guard let services = take(services, "the services could not be read") else { return }
    guard services.contains(Self.service) else {
      let reason =
        services.isEmpty
        ? "the meter has none of the services that are known"
        : "the TC66C's measurements cannot be read yet"
      return finish(.incompatible(reason: reason))
    }
    report(.reached(.discoveringCharacteristics))
    allow(.characteristicDiscovery)
    radio.discoverCharacteristics([Self.frames, Self.commands], of: Self.service, on: device)
  }

  /// The characteristics that were looked for and are there.
  func found(characteristics: Result<[FoundCharacteristic], any Error>) {
    guard let found = take(characteristics, "the characteristics could not be read") else { return }
    let needed: [(CBUUID, CBCharacteristicProperties)] = [
      (Self.frames, [.read, .notify]), (Self.commands, [.write]),
    ]
    for (uuid, properties) in needed {
      guard let match = found.first(where: { $0.uuid == uuid }) else {
        return finish(.incompatible(reason: "characteristic \(uuid) is missing"))
      }
      guard match.properties.isSuperset(of: properties) else {
        return finish(.incompatible(reason: "characteristic \(uuid) lacks what it must permit"))
      }
    }
    allow(.subscription)
    radio.subscribe(to: Self.frames, on: device)
  }

  /// The subscription stands, or failed.
  func subscribed(_ error: (any Error)?) {
    let result: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
    guard take(result, "subscribing failed") != nil else { return }
    report(.reached(.peripheralReady))
    let serial = BluetoothSerial(
      model: model?.um, settings: settings, scheduler: scheduler,
      write: { [radio, device] in radio.write($0, to: Self.commands, on: device) },
      report: { [weak self] in self?.serialDid($0) })
    self.serial = serial
    serial.start()
  }

  /// The meter sent something.
  func received(_ bytes: [UInt8]) { serial?.received(bytes) }

  /// A request was acknowledged, or failed.
  func wrote(_ error: (any Error)?) { serial?.wrote(error) }

  private func serialDid(_ happened: BluetoothSerial.Report) {
    guard !isClosed else { return }
    switch happened {
    case .requested:
      report(.reached(.communicating))
      report(.event(.requested))
    case .frame(let frame):
      report(.reached(.dataIsAvailable))
      report(.event(.measurement(frame)))
    case .rejected(let error): report(.event(.rejected(error)))
    case .timedOut: report(.event(.timedOut(.measurement)))
    case .writeFailed(let error):
      report(.event(.log("a request could not be written: \(error.localizedDescription)")))
      if FailureReaction(to: error) == .pair {
        finish(.pairing(reason: error.localizedDescription))
      }
    case .mute: finish(.retry(reason: "the meter does not answer"))
    }
  }

  /// Ends the step's limit and gives what it brought, unless it failed.
  private func take<Value>(_ result: Result<Value, any Error>, _ complaint: String) -> Value? {
    guard !isClosed, serial == nil else { return nil }
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

  private func finish(_ ending: Ending) {
    guard !isClosed else { return }
    close()
    report(.finished(ending))
  }
}
