// One adapter: the host on one side, btvirt on the other, and what the air knows of it in between.

import Records
import SharedProtocols

/// One adapter on the air.
public final class RadioAdapter {
  /// N of hciN.
  public let index: Int
  /// The adapter's public address, once its controller told the host.
  public internal(set) var address: BluetoothAddress?
  /// Called once, when the address is known.
  public var onAddress: (() -> Void)?
  /// What the radio shows where that is not what the host says.
  public var appearance = Appearance() {
    didSet { if appearance != oldValue { air.radioChanged() } }
  }
  /// What its attribute server does where that is not what the host's does; for links to come.
  public var serverTraits = ServerTraits()
  /// Whether it can be reached by anyone and reach anyone. Links outlast an absence that is shorter
  /// than their supervision timeout; what was sent meanwhile arrives then.
  public var isInRange = true {
    didSet { if isInRange != oldValue { air.rangeChanged() } }
  }

  unowned let air: Air
  let controller: any PacketPort
  private let host: any PacketPort
  var advertising = AdvertisingSettings()
  var scan = ScanSettings()
  var acceptList: Set<RadioAddress> = []
  var randomAddress: BluetoothAddress?
  var request: ConnectionRequest?
  /// Its ends of its links, by handle.
  var links: [UInt16: Link] = [:]
  var nextHandle: UInt16 = Link.firstHandle
  /// For each LE Set Advertise Enable that the controller has not answered yet, whether the air
  /// sent it.
  var advertiseEnablesAreOurs: [Bool] = []
  var shownAdvertising: ShownAdvertising?
  let attempts: AttemptWitness
  let attributes = AttributeMap()

  init(index: Int, air: Air, controller: any PacketPort, host: any PacketPort) {
    self.index = index
    self.air = air
    self.controller = controller
    self.host = host
    attempts = AttemptWitness(adapter: index, scheduler: air.scheduler, records: air.records)
  }

  /// Feeds one H4 packet that the host sent.
  public func fromHost(_ packet: [UInt8]) {
    air.capture?.packet(packet, adapter: index, fromHost: true, at: air.scheduler.now)
    air.recordHCI(packet, of: self)
    if let data = ACLPacket(packet) {
      air.carry(data, from: self)
    } else if let command = HCICommand(packet) {
      if !answer(command) { controller.send(packet) }
    }
  }

  /// Feeds one H4 packet that the controller sent.
  public func fromController(_ packet: [UInt8]) {
    guard packet.first == PacketKind.event.rawValue, packet.count >= 3 else { return }
    switch packet[1] {
    case HCIEvent.lowEnergyMeta:
      // btvirt reports each advertisement once only, without a strength; the air has its own.
      if packet.count > 3, packet[3] == HCIEvent.advertisingReport { return }
    case HCIEvent.commandComplete:
      if isAnswerToUs(command: packet.uint16(at: 4)) { return }
      learnAddress(packet)
    case HCIEvent.commandStatus:
      if isAnswerToUs(command: packet.uint16(at: 5)) { return }
    default: break
    }
    toHost(packet)
  }

  /// Hands the host a packet, as its controller would.
  func toHost(_ packet: [UInt8]) {
    air.capture?.packet(packet, adapter: index, fromHost: false, at: air.scheduler.now)
    air.recordHCI(packet, of: self)
    host.send(packet)
  }

  /// A connection stops a controller's advertising by itself. btvirt sees no connection, so it is
  /// told, or it would refuse the host's next advertising parameters.
  func stopControllerAdvertising() {
    guard advertising.isEnabled else { return }
    advertising.isEnabled = false
    advertiseEnablesAreOurs.append(true)
    controller.send(HCICommand.packet(.setAdvertisingEnable, [0]))
  }

  private func isAnswerToUs(command: UInt16?) -> Bool {
    guard command == CommandCode.setAdvertisingEnable.rawValue, !advertiseEnablesAreOurs.isEmpty
    else { return false }
    return advertiseEnablesAreOurs.removeFirst()
  }

  private func learnAddress(_ packet: [UInt8]) {
    guard packet.uint16(at: 4) == CommandCode.readAddress.rawValue, packet.count == 13,
      packet[6] == HCIStatus.success
    else { return }
    address = BluetoothAddress(littleEndian: packet[7...])
    let told = onAddress
    onAddress = nil
    told?()
  }
}
