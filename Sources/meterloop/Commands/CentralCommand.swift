// `meterloop central`: the app's Bluetooth logic as a program.

import EventLoop
import Glibc
import Records
import Scenarios
import SharedProtocols
import TestBench

/// The built-in central: a client of meters, and a central under test.
enum CentralCommand: Command {
  static let table = OptionTable(
    command: "central", operands: "scan | monitor [MODEL|NAME|ADDRESS]",
    summary: "List meters, or show what one measures: the built-in central",
    details: """
      scan lists the meters that are heard for --for (10s): name, model, strength, address.

      monitor connects to a meter and shows what it measures until Ctrl-C, --count or --for; a lost
      meter is connected to again after 1, 2 and 4 s. It is the first of a MODEL (um24c, um25c, um34c,
      tc66c), the one of a NAME or an ADDRESS, or the first that is heard. A newer TC66C tells no model
      and calls itself BT24-M: name it so.

      On a terminal one line shows the last measurement; elsewhere each has a line. What happens on the
      way is told on standard error. The columns seconds, volts and amperes of a --csv table make it a
      recording: meterloop bench --meter um25c --load table.csv replays it.

      The adapter is --adapter, or the one in METERLOOP_ADAPTER, in METERLOOP_CENTRAL_ADAPTER, or hci0.

      With --driver it is a central under test and takes its orders over the driver protocol, on the
      descriptor that METERLOOP_DRIVER_FD names; the harness starts it so.

      The exit code is 0 when all that was asked for came, 4 when the meter was not found, lost for good
      or of no use, 3 when Bluetooth could not be used or a file not be written, 130 after Ctrl-C or a
      signal, 1 for wrong options.

      Examples:
        meterloop central scan
        meterloop central monitor um25c
        meterloop central monitor BT24-M --json --count 10
        meterloop central monitor 00:AA:01:01:00:42 --csv charge.csv --for 2h
        meterloop bench --meter um25c -- meterloop central monitor um25c --count 3
      """,
    options: [
      .init(name: "adapter", letter: "i", value: "ADAPTER", help: "The adapter, such as hci0"),
      .init(
        name: "profile", letter: "p", value: "PROFILE",
        help:
          "documented for meters as documented only, factory (the default) for those on sale too"),
      .init(
        name: "for", letter: nil, value: "TIME", help: "End after so long: 90s, 2h (scan: 10s)"),
      .init(
        name: "count", letter: "c", value: "N", help: "monitor: end after so many measurements"),
      .init(
        name: "within", letter: nil, value: "TIME",
        help: "monitor: give up when the meter is not heard for so long (30s)"),
      .init(name: "json", letter: nil, value: nil, help: "A JSON object a line"),
      .init(
        name: "csv", letter: nil, value: "FILE",
        help: "monitor: write all that the meter says into a new table, too"),
      .init(name: "driver", letter: nil, value: nil, help: "Speak the driver protocol"),
    ])

  /// Becomes the central's own program: it is built apart, so that it cannot know the emulator and
  /// the harness does not carry Foundation.
  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    let words = try words(parsed, host)
    let program = try Installation.centralProgram(host)
    execv(program, ([program] + words).map { strdup($0) } + [nil])
    throw SystemError("start \(program)")
  }

  /// What that program is started with.
  private static func words(
    _ parsed: OptionTable.Parsed, _ host: HostEnvironment
  ) throws(UsageError) -> [String] {
    guard !parsed.has("driver") else {
      guard parsed.operands.isEmpty, parsed.values.isEmpty, !parsed.has("json") else {
        throw UsageError(message: "--driver stands alone")
      }
      return ["--driver"]
    }
    var settings = try common(parsed)
    switch (parsed.operands.first, parsed.operands.count) {
    case ("scan", 1):
      for option in ["count", "within", "csv"] where parsed.value(option) != nil {
        throw UsageError(message: "--\(option) is for monitor")
      }
      if settings["for"] == nil { settings["for"] = "10000000000" }
      return ["scan"] + written(settings)
    case ("monitor", 1...2):
      if parsed.operands.count == 2 {
        let (kind, value) = meter(parsed.operands[1])
        settings[kind] = value
      }
      if let count = try parsed.number("count", in: 1...1_000_000_000) {
        settings["count"] = String(count)
      }
      if let patience = try time(parsed, "within") { settings["within"] = patience }
      if let file = parsed.value("csv") {
        guard !file.isEmpty else { throw UsageError(message: "--csv needs the name of a file") }
        settings["csv"] = host.absolute(file)
      }
      if host.variables["TERM"] == "dumb" { settings["terminal"] = "dumb" }
      return ["monitor"] + written(settings)
    case ("scan", _): throw UsageError(message: "scan names no meter; monitor does")
    case ("monitor", _): throw UsageError(message: "monitor shows one meter at a time")
    case (nil, _): throw UsageError(message: "say scan, monitor or --driver")
    case (let word?, _):
      throw UsageError(message: "there is no '\(word)' here; there are scan and monitor")
    }
  }

  private static func common(
    _ parsed: OptionTable.Parsed
  ) throws(UsageError) -> [String: String] {
    var settings: [String: String] = [:]
    if let adapter = parsed.value("adapter") { settings["adapter"] = adapter }
    if let profile = parsed.value("profile") {
      guard MeterProfile(rawValue: profile) != nil else {
        throw UsageError(message: "--profile is documented or factory, not '\(profile)'")
      }
      settings["profile"] = profile
    }
    if let duration = try time(parsed, "for") { settings["for"] = duration }
    if parsed.has("json") { settings["json"] = "yes" }
    return settings
  }

  /// An option's time in nanoseconds.
  private static func time(
    _ parsed: OptionTable.Parsed, _ option: String
  ) throws(UsageError) -> String? {
    guard let text = parsed.value(option) else { return nil }
    guard let duration = Duration(scenarioText: text), duration > .zero else {
      throw UsageError(message: "--\(option) takes a time such as 90s or 2h, not '\(text)'")
    }
    return String(duration.wholeNanoseconds)
  }

  /// A model's name in any case, an address, or else a meter's name.
  private static func meter(_ text: String) -> (kind: String, value: String) {
    let upper = text.uppercased()
    if MeterModel(rawValue: upper) != nil { return ("model", upper) }
    return BluetoothAddress(text) == nil ? ("name", text) : ("address", upper)
  }

  private static func written(_ settings: [String: String]) -> [String] {
    settings.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}
