// CBPM-1, CBPM-2: what may be offered, and with which of BlueZ's flags; the results of requests.

import BlueZ
import Testing

@testable import CoreBluetooth

@Suite struct ServiceRulesTests {
  private func characteristic(
    _ properties: CBCharacteristicProperties, _ permissions: CBAttributePermissions,
    value: Data? = nil
  ) -> CBMutableCharacteristic {
    CBMutableCharacteristic(
      type: CBUUID(string: "FA01"), properties: properties, value: value, permissions: permissions)
  }

  @Test("Properties and permissions as BlueZ's flags") func flags() {
    #expect(characteristic([.read, .write], [.readable, .writeable]).flags == [.read, .write])
    #expect(
      characteristic([.read, .write], [.readEncryptionRequired, .writeEncryptionRequired]).flags
        == [.read, .encryptRead, .write, .encryptWrite])
    #expect(characteristic(.notify, .readEncryptionRequired).flags == [.notify])
    #expect(characteristic([.notifyEncryptionRequired], []).flags == [.encryptNotify])
    #expect(
      characteristic([.writeWithoutResponse, .indicate], .writeable).flags
        == [.writeWithoutResponse, .indicate])
  }

  @Test("A value is for reading alone, and 512 bytes at most") func values() {
    func code(_ characteristic: CBMutableCharacteristic) -> CBError.Code? {
      let service = CBMutableService(type: CBUUID(string: "FA00"), primary: true)
      service.characteristics = [characteristic]
      return ServiceRules.problem(with: service, added: [])?.code
    }
    let value = Data(repeating: 1, count: 512)
    #expect(code(characteristic(.read, .readable, value: value)) == nil)
    #expect(code(characteristic(.read, .readEncryptionRequired, value: value)) == nil)
    #expect(code(characteristic(.read, .readable, value: value + [1])) == .invalidParameters)
    #expect(code(characteristic([.read, .notify], .readable, value: value)) == .invalidParameters)
    #expect(
      code(characteristic(.read, [.readable, .writeable], value: value)) == .invalidParameters)
    #expect(code(characteristic([.read, .extendedProperties], .readable)) == .invalidParameters)
  }

  @Test("What belongs to a service knows it") func belonging() {
    let service = CBMutableService(type: CBUUID(string: "FA00"), primary: true)
    let one = characteristic(.read, .readable)
    service.characteristics = [one]
    #expect(one.service === service)
    service.characteristics = []
    #expect(one.service == nil)
    let descriptor = CBMutableDescriptor(type: CBUUID(string: "2901"), value: "x")
    one.descriptors = [descriptor]
    #expect(descriptor.characteristic === one)
  }

  @Test("Results that bluetoothd can pass on, and those that it cannot") func results() {
    #expect(CBATTError.Code.success.failure(ofRead: true) == nil)
    #expect(CBATTError.Code.readNotPermitted.failure(ofRead: true) == .notPermitted)
    #expect(CBATTError.Code.readNotPermitted.failure(ofRead: false) == .unlikely)
    #expect(CBATTError.Code.writeNotPermitted.failure(ofRead: false) == .notPermitted)
    #expect(CBATTError.Code.invalidOffset.failure(ofRead: true) == .invalidOffset)
    #expect(CBATTError.Code.insufficientEncryption.failure(ofRead: true) == .unlikely)
  }

  @Test("Addresses as sockets have them") func addresses() {
    let address = DeviceAddress("00:AA:01:02:03:42", type: "public")
    #expect(address?.bytes == [0x42, 3, 2, 1, 0xAA, 0] && address?.type == 1)
    #expect(address?.text == "00:AA:01:02:03:42")
    #expect(DeviceAddress("C0:AA:01:02:03:42", type: "random")?.type == 2)
    #expect(DeviceAddress("00:AA:01", type: nil) == nil)
  }
}
