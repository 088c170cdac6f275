// What Core Bluetooth has no call for, asked of bluetoothd: reads from an offset on, which a central
// does by itself for what its first answer had no room for, and what is advertised.

import BlueZ
import CoreBluetooth
import EventLoop

/// Whether bluetoothd keeps the keys of a pairing with anybody.
func isPairedWithSomebody() -> Bool {
  let loop = EventLoop()
  do throws(BusError) {
    let client = BlueZClient(bus: try Bus(loop: loop, address: .system))
    while !client.isPresent { loop.iterate(blocking: true) }
    return client.all(Device.self).contains(where: \.isBonded)
  } catch {
    return false
  }
}

/// How many advertisements bluetoothd has on hci0; -1 where it does not say.
func activeInstances() -> Int {
  let loop = EventLoop()
  do throws(BusError) {
    let client = BlueZClient(bus: try Bus(loop: loop, address: .system))
    while !client.isPresent { loop.iterate(blocking: true) }
    let manager = "org.bluez.LEAdvertisingManager1"
    return client.property("/org/bluez/hci0", manager, "ActiveInstances")?.integer ?? -1
  } catch {
    return -1
  }
}

/// Asks bluetoothd for the rest of a value; what came, or bluetoothd's words.
func readRest(of uuid: CBUUID, from offset: UInt16) -> String {
  let loop = EventLoop()
  do throws(BusError) {
    let client = BlueZClient(bus: try Bus(loop: loop, address: .system))
    var answer: String?
    let observation = client.observe { change in
      guard change == .arrived else { return }
      let known = client.all(RemoteCharacteristic.self).first {
        $0.uuid == "0000\(uuid.uuidString.lowercased())-0000-1000-8000-00805f9b34fb"
      }
      guard let known else {
        answer = "bluetoothd has no \(uuid)"
        return
      }
      known.readValue(offset: offset) { result in
        switch result {
        case .success(let bytes):
          answer = "\(bytes.count) bytes \(Data(bytes) == Probe.bytes.dropFirst(Int(offset)))"
        case .failure(let error): answer = error.message
        }
      }
    }
    while true {
      if let answer {
        observation.cancel()
        return answer
      }
      loop.iterate(blocking: true)
    }
  } catch {
    return "\(error)"
  }
}
