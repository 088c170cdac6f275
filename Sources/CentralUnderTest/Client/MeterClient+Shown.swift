// What the client prints.

import CoreBluetooth
import SharedProtocols

extension MeterClient {
  /// The connected meter's name, or its model where it has told none.
  var meterName: String {
    guard let meter = app.manager?.wantedMeter else { return "the meter" }
    return meter.name.isEmpty ? meter.capabilities.model?.rawValue ?? "the meter" : meter.name
  }

  /// Prints the meters that are new, or whose model is.
  func listNews() {
    guard case .scan = wish.task else { return }
    for meter in app.discoveredMeters where shown[meter.identifier] != meter.capabilities.model {
      shown[meter.identifier] = .some(meter.capabilities.model)
      print(listed(meter))
    }
  }

  private func listed(_ meter: DiscoveredMeter) -> String {
    let model = meter.capabilities.model?.rawValue ?? "unknown"
    let address = surroundings.address(meter.identifier)
    guard wish.form == .json else {
      let name = meter.name.isEmpty ? "-" : meter.name
      let columns = [
        name.padding(toLength: max(name.count, 12), withPad: " ", startingAt: 0),
        model.padding(toLength: 7, withPad: " ", startingAt: 0), "\(meter.rssi) dBm",
        address ?? meter.identifier.uuidString,
      ]
      return columns.joined(separator: "  ") + "\n"
    }
    var object: [String: DriverValue] = [
      "name": .text(meter.name), "model": .text(model), "rssi_dBm": .integer(Int64(meter.rssi)),
      "identifier": .text(meter.identifier.uuidString),
    ]
    if let address { object["address"] = .text(address) }
    return String(decoding: DriverValue.line(object), as: UTF8.self)
  }

  /// Prints a measurement, and puts it into the table.
  func show(_ reading: MeterReading) {
    measurementCount += 1
    let date = surroundings.now()
    let first = firstDate ?? date
    firstDate = first
    let seconds = (date.timeIntervalSince(first) * 1000).rounded() / 1000
    let timed = TimedReading(reading: reading, name: meterName, seconds: seconds, date: date)
    switch wish.form {
    case .lines: print(timed.text + "\n")
    case .json: print(timed.json)
    case .live:
      hasLiveLine = true
      print("\r\(timed.text)  \(meterName)\u{1B}[K")
    }
    guard let table = surroundings.table else { return }
    if columns == nil {
      columns = timed.columns
      table(TimedReading.line(timed.columns))
    }
    table(timed.row(columns ?? []))
  }

  /// Says something on the way; a live line makes room for it.
  func note(_ text: String) {
    if hasLiveLine {
      print("\r\u{1B}[K")
      hasLiveLine = false
    }
    surroundings.note(text)
  }

  private func print(_ text: String) { surroundings.print(text) }
}
