// The central: one thing after the other, each waiting for the delegate.

import CoreBluetooth
import Synchronization

final class Client: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, @unchecked Sendable {
  private enum Event {
    case ready
    case failed(String)
    case discovered
    case found
    case value(CBUUID, Data?, String)
    case wrote(String)
    case notifying(Bool, String)
    case description(String)
    case disconnected(String)
    case included([String])
    case opened(CBL2CAPChannel?, String)
  }

  private let queue = DispatchQueue(label: "client")
  private let events = Mutex<[Event]>([])
  private let arrived = DispatchSemaphore(value: 0)
  private var manager: CBCentralManager?
  private var peripheral: CBPeripheral?

  private func note(_ event: Event) {
    events.withLock { $0.append(event) }
    arrived.signal()
  }

  private func next() -> Event {
    arrived.wait()
    return events.withLock { $0.removeFirst() }
  }

  func connect() {
    manager = CBCentralManager(delegate: self, queue: queue)
    for _ in 0..<3 {
      if case .failed(let error) = next() { quit("not connected: \(error)") }
    }
  }

  func disconnect() {
    guard let peripheral else { return }
    manager?.cancelPeripheralConnection(peripheral)
    while true {
      guard case .disconnected(let error) = next() else { continue }
      self.peripheral = nil
      return say("disconnected \(error)")
    }
  }

  private func quit(_ text: String) -> Never {
    say(text)
    exit(1)
  }

  func run(_ task: String, _ words: [String]) {
    switch task {
    case "values": values()
    case "results": results()
    case "silence": silence()
    case "secret": say("secret \(read(Probe.secret))")
    case "channel": channel()
    case "hangup":
      let (channel, error) = open(Probe.psm)
      channel?.inputStream.open()
      disconnect()
      var byte: UInt8 = 0
      let count = channel?.inputStream.read(&byte, maxLength: 1) ?? 1
      let failure = channel?.inputStream.streamError as NSError?
      say("opened \(error), then \(count) with \(failure?.code ?? 0)")
    case "offsets":
      for (name, uuid) in [("long", Probe.long), ("constant", Probe.constant)] {
        for offset in [100, 301] as [UInt16] {
          say("\(name) at \(offset): \(readRest(of: uuid, from: offset))")
        }
      }
    case "writes": writes()
    case "notifications": notifications()
    case "trusted": trusted(Probe.trustedNotifying)
    case "trusted-indications": trusted(Probe.trustedIndicating)
    case "subscriber": subscriber(seconds: words.first.flatMap(UInt32.init) ?? 0, words.count > 1)
    default: quit("no such task: \(task)")
    }
  }

  private func characteristic(_ uuid: CBUUID) -> CBCharacteristic {
    guard
      let found = peripheral?.services?.flatMap({ $0.characteristics ?? [] })
        .first(where: { $0.uuid == uuid })
    else { quit("there is no \(uuid)") }
    return found
  }

  private func read(_ uuid: CBUUID) -> String {
    peripheral?.readValue(for: characteristic(uuid))
    guard case .value(_, let data, let error) = next() else { return "another event" }
    return error == "-" ? "\(data?.count ?? -1) bytes \(data == Probe.bytes)" : error
  }

  private func write(_ bytes: [UInt8], to uuid: CBUUID) -> String {
    peripheral?.writeValue(Data(bytes), for: characteristic(uuid), type: .withResponse)
    guard case .wrote(let error) = next() else { return "another event" }
    return error
  }

  private func values() {
    say("constant \(read(Probe.constant))")
    say("long \(read(Probe.long))")
    say("closed \(read(Probe.closed))")
    peripheral?.discoverDescriptors(for: characteristic(Probe.constant))
    guard case .description(let text) = next() else { return }
    say("description \(text)")
    guard let service = peripheral?.services?.first else { return }
    peripheral?.discoverIncludedServices(nil, for: service)
    guard case .included(let uuids) = next() else { return }
    say("included \(uuids)")
  }

  private func results() {
    for code in 0...17 {
      _ = write([UInt8(code)], to: Probe.control)
      let read = read(Probe.refusedRead)
      say("\(code) read \(read) write \(write([1], to: Probe.refusedWrite))")
    }
  }

  private func silence() {
    _ = write([Probe.silence], to: Probe.control)
    let began = DispatchTime.now().uptimeNanoseconds
    let read = read(Probe.refusedRead)
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - began) / 1e9
    say("silence \(read) after \(Int(seconds.rounded())) s")
  }

  private func writes() {
    say("write \(write([UInt8](Probe.bytes.prefix(20)), to: Probe.sink))")
    say("long write \(write([UInt8](repeating: 7, count: 505), to: Probe.sink))")
    let commands = characteristic(Probe.commands)
    for number in 0..<Probe.commandCount {
      while peripheral?.canSendWriteWithoutResponse != true { usleep(1000) }
      peripheral?.writeValue(Data([UInt8(number)]), for: commands, type: .withoutResponse)
    }
    say("commands \(write([], to: Probe.sink))")
  }

  private func notify(_ isOn: Bool, _ uuid: CBUUID) -> String {
    peripheral?.setNotifyValue(isOn, for: characteristic(uuid))
    guard case .notifying(let isNotifying, let error) = next() else { return "another event" }
    return "\(isNotifying) \(error)"
  }

  private func notifications() {
    say("indications \(notify(true, Probe.indicating))")
    say("notifications \(notify(true, Probe.notifying))")
    let count = 100
    peripheral?.writeValue(
      Data([Probe.burst, UInt8(count)]), for: characteristic(Probe.control), type: .withResponse)
    var values: [UInt8] = []
    while values.count < count {
      if case .value(Probe.notifying, let data?, "-") = next() { values.append(data.first ?? 0) }
    }
    say("received in order \(values == (1...UInt8(count)).reversed())")
    say("notifications \(notify(false, Probe.notifying))")
  }

  /// Subscribes to what only trusted centrals may, and waits for a value.
  private func trusted(_ uuid: CBUUID) {
    let properties = characteristic(uuid).properties.rawValue
    say("properties \(properties), paired \(isPairedWithSomebody())")
    say("subscribed \(notify(true, uuid)), paired \(isPairedWithSomebody())")
    if case .value(_, let data, let error) = next() {
      say("value \([UInt8](data ?? Data())) \(error)")
    }
  }

  /// Subscribes, and stays for so many seconds; may ask for a notification to the others alone.
  private func subscriber(seconds: UInt32, _ asksForOthers: Bool) {
    _ = notify(true, Probe.notifying)
    if asksForOthers { _ = write([Probe.targeted], to: Probe.control) }
    sleep(seconds)
  }

  private func open(_ psm: CBL2CAPPSM) -> (CBL2CAPChannel?, String) {
    peripheral?.openL2CAPChannel(psm)
    guard case .opened(let channel, let error) = next() else { return (nil, "another event") }
    return (channel, error)
  }

  /// Without a run loop: reading and writing wait.
  private func channel() {
    say("nobody listens: \(open(Probe.psm + 1).1), paired \(isPairedWithSomebody())")
    let (channel, error) = open(Probe.psm)
    guard let channel, let input = channel.inputStream, let output = channel.outputStream else {
      return say("not opened: \(error)")
    }
    say("opened \(channel.psm) by a peripheral \(channel.peer is CBPeripheral)")
    say("paired \(isPairedWithSomebody())")
    input.open()
    output.open()
    let sent = [UInt8](Probe.bytes) + [UInt8](Probe.bytes) + [UInt8](Probe.bytes)
    var written = 0
    while written < sent.count {
      written += max(output.write(Array(sent[written...]), maxLength: sent.count - written), 0)
    }
    var echo: [UInt8] = []
    while echo.count < sent.count {
      var buffer = [UInt8](repeating: 0, count: 64)
      let count = input.read(&buffer, maxLength: buffer.count)
      guard count > 0 else { return say("ended after \(echo.count) bytes") }
      echo += buffer[..<count]
    }
    say("\(echo.count) bytes came back: \(echo == sent)")
    input.close()
    output.close()
  }

  // The delegate, on the queue.

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn else { return }
    central.scanForPeripherals(withServices: [Probe.service])
  }
  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    guard self.peripheral == nil else { return }
    central.stopScan()
    self.peripheral = peripheral
    peripheral.delegate = self
    central.connect(peripheral)
  }
  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    note(.ready)
    peripheral.discoverServices([Probe.service])
  }
  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) { note(.failed(name(error))) }
  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) { note(.disconnected(name(error))) }
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    guard let service = peripheral.services?.first else { return note(.failed(name(error))) }
    note(.discovered)
    peripheral.discoverCharacteristics(nil, for: service)
  }
  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) { note(.found) }
  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) { note(.value(characteristic.uuid, characteristic.value, name(error))) }
  func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) { note(.wrote(name(error))) }
  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) { note(.notifying(characteristic.isNotifying, name(error))) }
  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    guard let descriptor = characteristic.descriptors?.first else {
      return note(.description("none"))
    }
    peripheral.readValue(for: descriptor)
  }
  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?
  ) { note(.description("\(descriptor.value ?? "-") \(name(error))")) }
  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService,
    error: (any Error)?
  ) { note(.included((service.includedServices ?? []).map(\.uuid.uuidString))) }
  func peripheral(
    _ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?
  ) { note(.opened(channel, name(error))) }
  func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {}
}
