// `meterloop emulate`: a meter on this machine's own Bluetooth, for developing against.

import EventLoop
import Glibc
import HostLane
import MeterEmulator
import Records
import Scenarios
import SharedProtocols
import TestBench

/// Emulates a meter until it is ended.
enum EmulateCommand: Command {
  static let table = OptionTable(
    command: "emulate", operands: "MODEL [PATH]",
    summary: "Put an emulated meter on this machine's own Bluetooth adapter",
    details: """
      The meter is put on the air by this machine's bluetoothd, until Ctrl-C or q takes it off again.
      On a terminal a live view shows it, with keys to change the load, drop the link and switch the
      meter off and on. Elsewhere, and with --json, each event is a line of JSON.

      --control makes a Unix socket that takes the same commands as lines of JSON:
        {"id":1,"command":"load","volts":5.2,"amperes":0.5}   drop   off   on   state   quit
        {"command":"load","ramp":{"from":{"volts":5},"to":{"volts":9},"over":"10s"}}
        {"command":"set","celsius":31}   lift   events
        {"command":"fault","verb":"payload.badChecksum","frames":3}

      MODEL is um24c, um25c, um34c or tc66c, or a whole meter as in a scenario file.

      --serial gives a TC66C its USB port: a pseudo-terminal that takes query, getva, gtrec, lastp,
      nextp and rotat. The meter is on the air as well where --adapter is given.

      A program without an adapter: meterloop bench --meter MODEL -- PROGRAM.

      The exit code is 0 after q or quit, 130 after Ctrl-C or a signal, 3 when something failed, 1 for
      wrong options.

      Examples:
        meterloop emulate um25c
        meterloop emulate tc66c --serial /tmp/tc66
        meterloop emulate um25c --adapter hci1 --load volts=5.08,amperes=1.2 --control /tmp/meter
        meterloop emulate '{model: UM34C, celsius: 31, load: {charge: {volts: 9, amperes: 2}}}'
      """,
    options: [
      .init(
        name: "adapter", letter: "i", value: "ADAPTER",
        help: "The adapter, such as hci0 (the first that is powered)"),
      .init(
        name: "profile", letter: "p", value: "PROFILE",
        help: "documented (the default) or factory, as the meters on sale are"),
      .init(
        name: "firmware", letter: nil, value: "VERSION",
        help: "A factory TC66C's, by which it has the older radio (to 1.14) or the newer (1.18)"),
      .init(name: "name", letter: "n", value: "NAME", help: "The meter's name"),
      .init(
        name: "load", letter: "l", value: "LOAD",
        help: "Its load: volts=5.08,amperes=1.2, or as in a scenario file '{ramp: …}', or a "
          + "recording.csv"),
      .init(
        name: "address", letter: nil, value: "ADDRESS",
        help: "The address that the adapter is to have: bluetoothd cannot give it another"),
      .init(
        name: "fault", letter: nil, value: "FAULT",
        help: "A fault of the payload: payload.badChecksum,frames=3; may be repeated",
        repeats: true),
      .init(
        name: "control", letter: "c", value: "PATH",
        help: "Take commands at a Unix socket, one line of JSON each"),
      .init(
        name: "serial", letter: "s", value: nil,
        help: "The USB protocol of a tc66c on a pseudo-terminal, linked to at PATH"),
      .init(
        name: "json", letter: nil, value: nil, help: "Write events as JSON on a terminal, too"),
    ])

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    guard let word = parsed.operands.first else {
      throw UsageError(message: "name the model: meterloop emulate um25c")
    }
    let isSerial = parsed.has("serial")
    guard parsed.operands.count <= (isSerial ? 2 : 1), parsed.command == nil else {
      throw UsageError(
        message: "one meter at a time; for several beside a program: meterloop bench")
    }
    for option in ["adapter", "control"] where parsed.value(option) == "" {
      throw UsageError(message: "--\(option) is empty; leave it out or give it a value")
    }
    guard parsed.operands.count < 2 || parsed.operands[1] != "" else {
      throw UsageError(message: "--serial: the path of the link is empty; leave it out for none")
    }
    let loop = EventLoop()
    // Nobody judges this run, so nothing of it is kept.
    let records = RecordStream(keeping: false)
    let configuration = try EmulatedMeter.configuration(word, parsed, folder: host.workingDirectory)
    guard !isSerial || configuration.model == .tc66c else {
      throw UsageError(
        message: "--serial: a \(configuration.model.rawValue) has no USB protocol; a TC66C has")
    }
    if let problem = AdvertisingRoom(configuration.announcement).problem {
      throw UsageError(message: "\(problem)")
    }
    let meter = Meter(
      configuration: configuration, scheduler: loop, records: records, adapterIndex: 0)
    var wish = Emulation.Wish(
      makeFault: EmulatedMeter.fault,
      readChange: EmulatedMeter.changeReader(of: configuration, folder: host.workingDirectory))
    if !isSerial || parsed.value("adapter") != nil {
      wish.radio = HostRadio.Place(
        busAddress: host.systemBus, adapter: parsed.value("adapter"),
        address: try EmulatedMeter.address(parsed))
    }
    wish.isSerial = isSerial
    wish.link = parsed.operands.count > 1 ? host.absolute(parsed.operands[1]) : nil
    wish.control = parsed.value("control").map(host.absolute)
    wish.faults = try parsed.all("fault").map(EmulatedMeter.faultText)
    let emulation = Emulation(meter, wish, on: loop, records: records)
    let style = OutputStyle(
      isTerminal: isatty(0) == 1 && isatty(1) == 1, environment: host.variables)
    return EmulationRun(emulation, on: loop, isLive: style.isLive && !parsed.has("json"))
      .untilItsEnd()
  }
}
