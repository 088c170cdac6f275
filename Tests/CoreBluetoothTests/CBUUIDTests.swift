// CBU-1: UUIDs of three widths.

import Testing

@testable import CoreBluetooth

// covers: CBU-1
@Suite struct CBUUIDTests {
  private let full = "0000180D-0000-1000-8000-00805F9B34FB"

  @Test("Equal and of one hash across widths") func equality() {
    let uuids = [CBUUID(string: "180d"), CBUUID(string: "0000180D"), CBUUID(string: full)]
    #expect(Set(uuids).count == 1)
    #expect(CBUUID(string: "180D") != CBUUID(string: "180F"))
    #expect(CBUUID(string: "180D") != CBUUID(string: "0001180D"))
    #expect(CBUUID(string: "180D") != CBUUID(string: full.replacing("34FB", with: "34FC")))
  }

  @Test("Printed in capitals in the width that was given") func printing() {
    #expect(CBUUID(string: "fff0").uuidString == "FFF0")
    #expect(CBUUID(string: "0000fff0").uuidString == "0000FFF0")
    #expect(CBUUID(string: full.lowercased()).uuidString == full)
    #expect(CBUUID(data: Data([0x0A, 0x0B])).uuidString == "0A0B")
    #expect(CBUUID(string: "180D").fullText == full.lowercased())
  }

  @Test("Digits may follow 0x, as apps write them") func prefixed() {
    #expect(CBUUID(string: "0x180D") == CBUUID(string: "180D"))
    #expect(CBUUID(string: "0X0001180d").uuidString == "0001180D")
  }

  @Test("From Foundation's UUID") func foundation() throws {
    let uuid = UUID()
    #expect(CBUUID(nsuuid: uuid).uuidString == uuid.uuidString)
  }

  @Test("BlueZ's text is taken in the shortest form, and rubbish not at all") func shortest() {
    #expect(CBUUID(shortest: full)?.uuidString == "180D")
    #expect(CBUUID(shortest: "0001" + full.dropFirst(4))?.uuidString == "0001180D")
    let own = "ABDD3056-28FA-441D-A470-55A75A52553A"
    #expect(CBUUID(shortest: own.lowercased())?.uuidString == own)
    for text in [
      "", "180", "18 D", "180D0", String(full.dropLast()), full.replacing("-", with: "_"),
    ] {
      #expect(CBUUID(shortest: text) == nil, "\(text)")
    }
  }

  @Test("What is no UUID ends the program") func rubbish() async {
    await #expect(processExitsWith: .failure) { _ = CBUUID(string: "18") }
    await #expect(processExitsWith: .failure) { _ = CBUUID(string: "0x18") }
    await #expect(processExitsWith: .failure) {
      _ = CBUUID(string: "0x0000180D-0000-1000-8000-00805F9B34FB")
    }
    await #expect(processExitsWith: .failure) { _ = CBUUID(data: Data([1, 2, 3])) }
  }
}
