// A meter's place on an adapter: its name, its service and its advertisement, put there by
// bluetoothd.

import BlueZ
import Records
import SharedProtocols

/// The meter's objects on the bus. It listens to the core from the start, and the core to it.
final class MeterRegistration {
  typealias Done = (Result<Void, MeterRegistrationError>) -> Void

  private let core: MeterCore
  private let adapter: Adapter
  private let advertiseAfter: Duration
  private let name: String
  private let log: EmulatorLog
  private let application: GattApplication
  private let advertisement: Advertisement
  private var frames: LocalCharacteristic?
  /// Told of what fails later than the answer to `register`.
  private let onProblem: (MeterRegistrationError) -> Void
  private var delay: (any ScheduledWork)?
  private var isAdvertising = false
  private var isWithdrawn = false

  init(
    core: MeterCore, configuration: MeterConfiguration, adapter: Adapter, keepsHandles: Bool,
    log: EmulatorLog, onProblem: @escaping (MeterRegistrationError) -> Void
  ) {
    self.core = core
    self.adapter = adapter
    self.log = log
    self.onProblem = onProblem
    advertiseAfter = configuration.advertiseAfter
    name = configuration.name
    let bus = adapter.client.bus
    // Several meters may share one connection to the bus, so each has paths of its own.
    let root = "/org/meterloop/meter\(log.adapterIndex)"
    application = GattApplication(bus: bus, root: root)
    let announcement = configuration.announcement
    advertisement = Advertisement(
      bus: bus,
      content: Advertisement.Content(
        localName: announcement.name, serviceUUIDs: announcement.services.map(\.shortForm),
        manufacturerData: Self.manufacturerData(announcement)),
      path: root + "/advertisement")
    addServices(of: configuration.server, keepsHandles: keepsHandles)
    core.onNotification = { [weak self] in self?.notify($0) }
    advertisement.onReleased = { [weak self] in
      self?.isAdvertising = false
      self?.log.append("advertising.released")
    }
  }

  /// bluetoothd refuses manufacturer data without any bytes.
  private static func manufacturerData(_ announcement: MeterAnnouncement) -> [UInt16: [UInt8]] {
    guard let manufacturer = announcement.manufacturer, !manufacturer.data.isEmpty else {
      return [:]
    }
    return [manufacturer.companyID: manufacturer.data]
  }

  private func addServices(of server: MeterServer, keepsHandles: Bool) {
    for service in server.services {
      // Short UUIDs throughout: bluetoothd puts a long one on the air in all its 128 bits.
      let local = application.addService(
        uuid: service.uuid.shortForm, handle: keepsHandles ? service.handle : nil)
      for characteristic in service.characteristics {
        connect(
          local.addCharacteristic(
            uuid: characteristic.uuid.shortForm, flags: characteristic.flags,
            handle: keepsHandles ? characteristic.handle : nil),
          as: characteristic)
      }
    }
  }

  private func connect(_ local: LocalCharacteristic, as characteristic: MeterServer.Characteristic)
  {
    local.onWrite = { [core] request in
      guard characteristic.takesCommands else { return request.answer() }
      // Answered first: the meter's radio acknowledges before its processor has done anything.
      request.answer(core.refuses(request.value) ? .failure(.notAuthorized) : .success(()))
      if let bytes = request.mtuBytes { core.linkMTUBytes = bytes }
      core.write(request.value)
    }
    guard characteristic.carriesFrames else { return }
    frames = local
    local.onRead = { [core] request in
      let value = core.read()
      request.answer(
        request.offset <= value.count
          ? .success(Array(value[request.offset...])) : .failure(.invalidOffset))
    }
    local.onSubscribed = { [core] in core.subscribe() }
    local.onUnsubscribed = { [core] in core.unsubscribe() }
  }

  private func notify(_ piece: [UInt8]) {
    do throws(BusError) {
      try frames?.notify(piece)
    } catch {
      log.append("notify.failed", ["error": .text(error.description)], bytes: piece)
    }
  }

  /// Sets the adapter's name, registers the service and starts advertising. `done` comes when the
  /// meter is on the air or, with a delay before advertising, when it would be but for the delay.
  func register(_ done: @escaping Done) {
    // The name of the Generic Access service is the adapter's alias.
    adapter.setAlias(name) { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result { return fail(.setName, error, done) }
      registerService(done)
    }
  }

  private func registerService(_ done: @escaping Done) {
    application.register(adapter: adapter.path) { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result { return fail(.registerService, error, done) }
      log.append("registered", ["name": .text(name)])
      guard advertiseAfter > .zero else { return advertise(done) }
      delay = log.scheduler.after(advertiseAfter) { [weak self] in
        self?.advertise { result in
          if case .failure(let error) = result { self?.onProblem(error) }
        }
      }
      done(.success(()))
    }
  }

  private func advertise(_ done: @escaping Done) {
    advertisement.register(adapter: adapter.path) { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result {
        // A meter that nobody can find is not left half registered.
        return withdrawService { [weak self] _ in self?.fail(.advertise, error, done) }
      }
      isAdvertising = true
      log.append("advertising", ["name": .text(name)])
      // It was withdrawn while bluetoothd was at it.
      if isWithdrawn { stopAdvertising { _ in } }
      done(.success(()))
    }
  }

  /// Takes the advertisement and the service back, both even when the first fails; `done` gets the
  /// first failure. Not before `register` is done.
  func unregister(_ done: @escaping Done) {
    isWithdrawn = true
    delay?.cancel()
    stopAdvertising { [self] stopped in
      withdrawService { withdrawn in done(stopped.flatMap { withdrawn }) }
    }
  }

  private func stopAdvertising(_ done: @escaping Done) {
    guard isAdvertising else { return done(.success(())) }
    isAdvertising = false
    advertisement.unregister(adapter: adapter.path) {
      done(Self.step(.stopAdvertising, $0))
    }
  }

  private func withdrawService(_ done: @escaping Done) {
    application.unregister(adapter: adapter.path) { [self] result in
      log.append("unregistered", ["name": .text(name)])
      done(Self.step(.withdrawService, result))
    }
  }

  private func fail(_ step: MeterRegistrationError.Step, _ error: BusError, _ done: Done) {
    let failure = MeterRegistrationError(step: step, error: error)
    log.append("registration.failed", ["error": .text(failure.description)])
    done(.failure(failure))
  }

  private static func step(
    _ step: MeterRegistrationError.Step, _ result: Result<Void, BusError>
  ) -> Result<Void, MeterRegistrationError> {
    result.mapError { MeterRegistrationError(step: step, error: $0) }
  }
}
