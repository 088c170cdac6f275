// What an emulation answers when it is asked how things stand.

import EventLoop
import HostLane
import MeterEmulator
import Records
import SharedProtocols
import Testing

@Suite struct StateTests {
  private func emulation(_ model: MeterModel) -> Emulation {
    let loop = EventLoop()
    let records = RecordStream(keeping: false)
    let meter = Meter(
      configuration: MeterConfiguration(model: model, profile: .factory), scheduler: loop,
      records: records, adapterIndex: 0)
    let wish = Emulation.Wish(
      makeFault: { name, _ throws(CommandRefusal) in throw CommandRefusal("no \(name) here") },
      readChange: { text throws(CommandRefusal) in throw CommandRefusal("no \(text) here") })
    return Emulation(meter, wish, on: loop, records: records)
  }

  private func state(of emulation: Emulation) throws -> [String: Detail] {
    var answer: Result<[String: Detail], CommandRefusal>?
    emulation.perform(.state) { answer = $0 }
    return try #require(answer).get()
  }

  @Test func theScreenOfATC66CIsTurnedAndChanged() throws {
    let emulation = emulation(.tc66c)
    #expect(try state(of: emulation)["quarter_turns"] == .integer(0))
    for _ in 0..<5 { emulation.meter.core.write(Array("brotat\r\n".utf8)) }
    #expect(try state(of: emulation)["quarter_turns"] == .integer(1))
    #expect(try state(of: emulation)["screen"] == .integer(0))
    emulation.meter.core.write(Array("bnextp\r\n".utf8))
    #expect(try state(of: emulation)["screen"] == .integer(1))
  }

  @Test func aUMsScreenIsInItsFramesAlone() throws {
    #expect(try state(of: emulation(.um25c))["quarter_turns"] == nil)
  }
}
