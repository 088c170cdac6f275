// Where `meterloop test` judges: in the bench, or on this machine's own adapters.

import HostLane
import TestBench

/// The options of the lane.
enum TestLane {
  /// They stand in the table of `meterloop test`.
  static let options: [OptionTable.Option] = [
    .init(
      name: "lane", letter: nil, value: "LANE",
      help: "bench (the default), or host: this machine's bluetoothd with two adapters"),
    .init(
      name: "peripheral-adapter", letter: nil, value: "ADAPTER",
      help: "With --lane host: the meter's adapter, such as hci1"),
    .init(
      name: "central-adapter", letter: nil, value: "ADAPTER",
      help: "With --lane host: the adapter of the central that is judged, such as hci0"),
  ]

  /// What means something in virtual time, or with a guest, alone.
  private static let ofTheBench = [
    ("jobs", "one pair of adapters judges one scenario at a time"),
    ("hash", "in real time no two runs leave the same records"),
    ("stall-seconds", "in real time a program that computes stops no clock"),
  ]

  /// The adapters to judge on; nil for the bench.
  static func adapters(
    _ parsed: OptionTable.Parsed, _ host: HostEnvironment
  ) throws(UsageError) -> HostAdapters? {
    let names = ["peripheral-adapter", "central-adapter"]
    switch parsed.value("lane") ?? "bench" {
    case "bench":
      for name in names where parsed.has(name) || parsed.value(name) != nil {
        throw UsageError(message: "--\(name) is about --lane host; in the bench adapters are made")
      }
      return nil
    case "host": break
    case let other: throw UsageError(message: "--lane takes bench or host, not '\(other)'")
    }
    for (name, reason) in ofTheBench where parsed.has(name) || parsed.value(name) != nil {
      throw UsageError(message: "--\(name) is not for --lane host: \(reason)")
    }
    for name in names where (parsed.value(name) ?? "").isEmpty {
      throw UsageError(
        message: "--lane host takes two adapters: --peripheral-adapter hci1 --central-adapter hci0 "
          + "(bluetoothctl list names them)")
    }
    let adapters = HostAdapters(
      busAddress: host.systemBus, peripheral: parsed.value(names[0]) ?? "",
      central: parsed.value(names[1]) ?? "")
    guard adapters.peripheral != adapters.central else {
      throw UsageError(
        message: "--central-adapter is \(adapters.central), as the meter's: a radio does not hear "
          + "itself; without a second adapter, leave --lane out and use the bench")
    }
    return adapters
  }
}
