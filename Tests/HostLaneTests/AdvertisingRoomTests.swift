// The 31-byte rule: what fits, and which part does not.

import HostLane
import MeterEmulator
import SharedProtocols
import Testing

struct AdvertisingRoomTests {
  private func room(
    name: String = "UM25C-0001", services: [BluetoothUUID] = [.documentedUMService],
    manufacturerData: [UInt8] = [0]
  ) -> AdvertisingRoom {
    var announcement = MeterConfiguration(name: name, manufacturerData: manufacturerData)
      .announcement
    announcement.services = services
    return AdvertisingRoom(announcement)
  }

  @Test func aNameOf29BytesFitsAndOneMoreDoesNot() throws {
    #expect(room(name: String(repeating: "x", count: 29)).problem == nil)
    let problem = try #require(room(name: String(repeating: "x", count: 30)).problem)
    #expect(problem.problem.contains("does not fit the advertisement: in the scan response"))
    #expect(problem.problem.contains("32 bytes"))
    #expect(problem.remedy == "Shorten it by 1 byte.")
  }

  @Test func bytesCountAndNotCharacters() throws {
    let problem = try #require(room(name: String(repeating: "Ω", count: 16)).problem)
    #expect(problem.remedy == "Shorten it by 3 bytes.")
  }

  /// 20 and 21 bytes beside one service, as bluetoothd 5.66 takes and refuses them.
  @Test func theManufacturerDataHasTheRestOfTheAdvertisingData() throws {
    #expect(room(manufacturerData: [UInt8](repeating: 0, count: 20)).problem == nil)
    let problem = try #require(room(manufacturerData: [UInt8](repeating: 0, count: 21)).problem)
    #expect(
      problem.problem
        == "the advertisement has no room for the manufacturer data: flags 3, service UUIDs 4, "
        + "manufacturer data 25 bytes, and 31 is all there are")
  }

  @Test func thirteenServicesFitAndFourteenDoNot() throws {
    let thirteen = (0..<13).map { BluetoothUUID(0xFFE0 + $0) }
    #expect(room(services: thirteen, manufacturerData: []).problem == nil)
    let fourteen = thirteen + [BluetoothUUID(0xFFF0)]
    let problem = try #require(room(services: fourteen, manufacturerData: []).problem)
    #expect(problem.problem.hasPrefix("the advertisement has no room for the service UUIDs"))
  }
}
