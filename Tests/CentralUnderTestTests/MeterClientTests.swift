// The client's choices, which need no radio: when it ends, and with which code.

import CoreBluetooth
import SharedProtocols
import Testing

@testable import CentralUnderTest

@Suite struct MeterClientTests {
  /// A client whose output is kept.
  private final class Terminal {
    let rig = Rig()
    var printed = ""
    var notes: [String] = []
    var table = ""
    var end: MeterClient.End?
    var reason: String?
    private(set) var client: MeterClient?

    init(_ wish: MeterClient.Wish) {
      let app = AppData { [rig] in rig.manager }
      let client = MeterClient(
        app, wish, scheduler: rig.delays,
        MeterClient.Surroundings(
          print: { [unowned self] in printed += $0 }, note: { [unowned self] in notes.append($0) },
          table: { [unowned self] in table += $0 },
          now: { [unowned self] in
            Date(timeIntervalSince1970: Double(rig.clock.now.nanoseconds) / 1e9)
          },
          problem: { nil }, address: { _ in "00:AA:01:01:00:42" },
          end: { [unowned self] in
            end = $0
            reason = $1
          }))
      self.client = client
      rig.radio.isPoweredOn = false
      client.start()
    }

    func power(_ isOn: Bool = true, _ text: String = "") {
      rig.radio.isPoweredOn = isOn
      rig.tell(.power(isOn: isOn, description: text))
    }
  }

  private func monitor(_ choice: MeterChoice = .any, count: Int? = nil) -> Terminal {
    var wish = MeterClient.Wish(.monitor(choice))
    wish.count = count
    wish.meterText = "UM25C"
    return Terminal(wish)
  }

  @Test("Nothing is asked of Bluetooth before it is on; without it the end is 3") func off() {
    let terminal = monitor()
    #expect(terminal.rig.radio.asked.isEmpty && terminal.end == nil)
    terminal.power(false, "Bluetooth is off")
    terminal.rig.clock.advance(by: .zero)
    #expect(terminal.end == .broken && terminal.reason == "Bluetooth is off")
  }

  @Test("A Bluetooth that never comes up is not waited for for ever") func silent() {
    let terminal = monitor()
    terminal.rig.clock.advance(by: .seconds(30))
    #expect(terminal.end == .broken && terminal.reason == "bluetoothd does not answer")
  }

  @Test("A meter that is not heard: 4, with what was heard") func notFound() {
    let terminal = monitor(.model(.um25c))
    terminal.power()
    terminal.rig.sight(name: "UM34C-0001")
    terminal.rig.clock.advance(by: .seconds(30))
    #expect(terminal.end == .failed)
    #expect(
      terminal.reason == "UM25C was not heard within 30 s; heard: UM34C-0001 (UM34C)")
  }

  @Test("After the last measurement the meter is let go, then the end is 0") func counted() throws {
    let terminal = monitor(count: 2)
    terminal.power()
    terminal.rig.sight()
    terminal.rig.tell(.connected(terminal.rig.device))
    terminal.rig.discover()
    try terminal.rig.answer(volts: 5)
    terminal.rig.clock.advance(by: .milliseconds(500))
    try terminal.rig.answer(volts: 6)
    terminal.rig.clock.advance(by: .zero)
    #expect(terminal.rig.radio.asked.last?.1 == .cancel && terminal.end == nil)
    terminal.rig.tell(.disconnected(terminal.rig.device, nil))
    terminal.rig.clock.advance(by: .zero)
    #expect(terminal.end == .done)
    #expect(
      terminal.printed == """
        0.000 s  5.0000 V  0.0000 A  0.0000 W  0 °C
        0.500 s  6.0000 V  0.0000 A  0.0000 W  0 °C

        """)
    let rows = terminal.table.split(separator: "\n")
    #expect(rows.count == 3)
    #expect(rows[0].hasPrefix("seconds,time,name,model,volts,"))
    #expect(rows[2].hasPrefix("0.500,1970-01-01T00:00:00.500Z,UM25C-7F3A,UM25C,6.0,"))
  }

  @Test("A disconnect that never ends is waited for for 5 s") func farewell() throws {
    let terminal = monitor()
    terminal.power()
    terminal.rig.sight()
    terminal.rig.tell(.connected(terminal.rig.device))
    terminal.client?.interrupt()
    terminal.rig.clock.advance(by: .milliseconds(4999))
    #expect(terminal.end == nil)
    terminal.rig.clock.advance(by: .milliseconds(1))
    #expect(terminal.end == .interrupted)
  }

  @Test("A second Ctrl-C does not wait") func twice() throws {
    let terminal = monitor()
    terminal.power()
    terminal.rig.sight()
    terminal.rig.tell(.connected(terminal.rig.device))
    terminal.client?.interrupt()
    terminal.client?.interrupt()
    #expect(terminal.end == .interrupted)
  }

  @Test("ERR-1: a meter that cannot be used, or was lost for good: 4") func given() throws {
    let unusable = monitor()
    unusable.power()
    unusable.rig.sight()
    unusable.rig.tell(.connected(unusable.rig.device))
    unusable.rig.tell(.services(unusable.rig.device, .success([])))
    unusable.rig.clock.advance(by: .zero)
    unusable.rig.tell(.disconnected(unusable.rig.device, nil))
    unusable.rig.clock.advance(by: .zero)
    #expect(unusable.end == .failed)
    #expect(unusable.reason == "the device has none of the services that are known")
    let unsupported = monitor()
    unsupported.power()
    unsupported.rig.sight()
    unsupported.rig.tell(
      .failedToConnect(unsupported.rig.device, CBError(.operationNotSupported)))
    unsupported.rig.clock.advance(by: .zero)
    #expect(unsupported.end == .failed && unsupported.reason == "given up after 0 attempts")
  }

  @Test("APP-1: a scan lists what has a meter's profile, once, and again when its model is known")
  func scans() {
    let wish = MeterClient.Wish(.scan)
    let terminal = Terminal(wish)
    terminal.power()
    #expect(terminal.rig.radio.asked.count == 1)
    terminal.rig.sight(services: [CBUUID(string: "FFF0"), CBUUID(string: "180D")])
    #expect(terminal.printed == "", "two kinds at once are no meter's profile")
    terminal.rig.sight()
    terminal.rig.sight()
    #expect(
      terminal.printed == "UM25C-7F3A    UM25C    -60 dBm  00:AA:01:01:00:42\n")
  }
}
