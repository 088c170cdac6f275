// `meterloop emulate` on adapters of a machine, which here is the bench.

import Testing

extension EndToEnd {
  @Suite(.enabled(if: Bench.hasBleak, Bench.bleakReason))
  struct EmulateRadioTests {
    @Test(arguments: [[], ["--real-time"]])
    func aClientReadsItAndControlCEndsIt(options: [String]) throws {
      let outcome = try Emulating.inTheBench("emulate_um25c", options: options)
      #expect(
        outcome.output == """
          ready hci1 UM25C-HOST
          notes 6
          during 1 True UM25C-HOST
          volts\(String(repeating: " 5.08", count: 10))
          load {'ok': True}
          volts 9.1
          refused {'error': 'volts must be from 0 to 65.535, not 99', 'ok': False}
          state onAir 1 True 11 9.1 1.2
          fault {'fault': 'fault1', 'ok': True}
          tails 000e fff1
          code 130
          restored True
          found again None

          """, "\(outcome.all)")
      #expect(outcome.code == 0)
    }

    @Test func linksAreDroppedAndTheMeterSwitchedOffAndOn() throws {
      let outcome = try Emulating.inTheBench("emulate_link")
      #expect(
        outcome.output == """
          ready hci1 BT24-M /tmp/tc66
          one meter True
          drop {'links': 1, 'ok': True}
          drop {'error': 'no central is connected', 'ok': False}
          off {'ok': True}
          found None
          silent True off
          on {'ok': True}
          again b'firm' onAir
          wrong {'error': "there is no command 'explode'; there are load, set, drop, off, on, \
          fault, lift, state, events, quit", 'ok': False}
          wrong {'error': "volts is in V or mV, not 'A'; did you mean '5V'?", 'ok': False}
          wrong {'error': "link.outOfRange needs the bench's air, which this lane does not have: \
          use a scenario", 'ok': False}
          code 0

          """, "\(outcome.all)")
    }

    @Test func whatIsWrongWithAdaptersIsSaidWithWhatToDo() throws {
      let outcome = try Emulating.inTheBench("emulate_problems")
      #expect(
        outcome.output == """
          3 meterloop emulate: there is no adapter hci7; bluetoothd has hci0, hci1
            Name one of them with --adapter.
          3 meterloop emulate: the meter cannot have the address 00:15:A6:00:36:2F: bluetoothd \
          gives no adapter another address than its own, and hci1 has 00:AA:01:01:00:42
            Leave --address out, or name the adapter that has the address with --adapter.
          3 meterloop emulate: the adapter hci1 is not powered
            Unblock it and switch it on: rfkill unblock bluetooth; bluetoothctl power on
          3 meterloop emulate: none of the adapters hci0, hci1 is powered
            Unblock it and switch it on: rfkill unblock bluetooth; bluetoothctl power on
          default hci1
          3 meterloop emulate: --control /tmp/meter: there is something there already
            Remove it, end the program that listens there, or name another path.
          code 130

          """, "\(outcome.all)")
    }

    @Test func theLiveViewIsDrawnAndTakesKeys() throws {
      let outcome = try Emulating.inTheBench(
        "emulate_live", ["um25c", "--adapter", "hci1", "--load", "volts=5.08,amperes=1.2"])
      #expect(
        outcome.output == """
          UM25C  UM25C-7F3A  on hci1, 00:AA:01:01:00:42
            State         on the air
            Central       none
            Subscribed    no
            Last command  none yet
            Load          5.0800 V  1.2000 A
            Frames sent   0
          v V volts - +   a A amperes - +   d drop the link   p meter off, on   q quit


          notes 6
            Load          5.1800 V  1.2000 A
            Load          5.1800 V  1.0000 A
          no central is connected
            State         switched off
            State         on the air
          code 0
          restored True

          """, "\(outcome.all)")
    }
  }
}
