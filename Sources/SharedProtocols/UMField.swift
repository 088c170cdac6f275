// Where each quantity stands in a UM frame: one table that both directions read.

/// One number in a UM frame, unsigned and big-endian.
struct UMField: Sendable {
  /// Which property of the measurement the number is, and how it is scaled.
  enum Quantity: Sendable {
    case scaled(any WritableKeyPath<UMMeasurement, Double> & Sendable, countsPerUnit: Double)
    case whole(any WritableKeyPath<UMMeasurement, Int> & Sendable)
    case flag(any WritableKeyPath<UMMeasurement, Bool> & Sendable)
  }

  var name: String
  var offset: Int
  var width: Int
  var quantity: Quantity

  /// The largest number that fits.
  var limit: Int { 1 << (8 * width) - 1 }

  /// Sets the property from the frame, which is long enough.
  func read(from frame: [UInt8], into measurement: inout UMMeasurement) {
    let count = frame[offset..<offset + width].reduce(0) { $0 << 8 | Int($1) }
    switch quantity {
    case .scaled(let path, let countsPerUnit):
      measurement[keyPath: path] = Double(count) / countsPerUnit
    case .whole(let path): measurement[keyPath: path] = count
    case .flag(let path): measurement[keyPath: path] = count != 0
    }
  }

  /// Puts the property into the frame, rounded to the nearest count.
  func write(_ measurement: UMMeasurement, into frame: inout [UInt8]) throws(UMEncodingError) {
    var count: Int
    switch quantity {
    case .scaled(let path, let countsPerUnit):
      let value = measurement[keyPath: path]
      let counts = (value * countsPerUnit).rounded()
      guard counts >= 0, counts <= Double(limit) else {
        throw .outOfRange(field: name, value: value, limit: Double(limit) / countsPerUnit)
      }
      count = Int(counts)
    case .whole(let path):
      count = measurement[keyPath: path]
      guard count >= 0, count <= limit else {
        throw .outOfRange(field: name, value: Double(count), limit: Double(limit))
      }
    case .flag(let path): count = measurement[keyPath: path] ? 1 : 0
    }
    for place in (offset..<offset + width).reversed() {
      frame[place] = UInt8(truncatingIfNeeded: count)
      count >>= 8
    }
  }
}

extension UMField {
  /// The fields of a model's frames between its id and its tail. Offsets and scales are those of
  /// libsigrok's rdtech-um driver.
  static func all(of model: UMModel) -> [UMField] {
    switch model {
    case .um25c: fine
    case .um24c, .um34c: coarse
    }
  }

  private static let fine = table(.um25c)
  private static let coarse = table(.um34c)

  private static func table(_ model: UMModel) -> [UMField] {
    [
      UMField("volts", 2, 2, .scaled(\.volts, countsPerUnit: model.countsPerVolt)),
      UMField("amperes", 4, 2, .scaled(\.amperes, countsPerUnit: model.countsPerAmpere)),
      UMField("watts", 6, 4, .scaled(\.watts, countsPerUnit: 1000)),
      UMField("celsius", 10, 2, .whole(\.celsius)),
      UMField("fahrenheit", 12, 2, .whole(\.fahrenheit)),
      UMField("selectedGroup", 14, 2, .whole(\.selectedGroup)),
    ]
      + groups + [
        UMField("dataPlusVolts", 96, 2, .scaled(\.dataPlusVolts, countsPerUnit: 100)),
        UMField("dataMinusVolts", 98, 2, .scaled(\.dataMinusVolts, countsPerUnit: 100)),
        UMField("chargingMode", 100, 2, .whole(\.chargingMode.number)),
        UMField("recordedMilliampereHours", 102, 4, .whole(\.recordedMilliampereHours)),
        UMField("recordedMilliwattHours", 106, 4, .whole(\.recordedMilliwattHours)),
        UMField(
          "recordingThresholdAmperes", 110, 2,
          .scaled(\.recordingThresholdAmperes, countsPerUnit: 100)),
        UMField("recordedSeconds", 112, 4, .whole(\.recordedSeconds)),
        UMField("isRecording", 116, 2, .flag(\.isRecording)),
        UMField("screenTimeoutMinutes", 118, 2, .whole(\.screenTimeoutMinutes)),
        UMField("backlightLevel", 120, 2, .whole(\.backlightLevel)),
        UMField("ohms", 122, 4, .scaled(\.ohms, countsPerUnit: 10)),
        UMField("screenIndex", 126, 2, .whole(\.screenIndex)),
      ]
  }

  private static var groups: [UMField] {
    (0..<UMMeasurement.groupCount).flatMap { n in
      [
        UMField(
          "groups[\(n)].milliampereHours", 16 + 8 * n, 4, .whole(\.groups[n].milliampereHours)),
        UMField("groups[\(n)].milliwattHours", 20 + 8 * n, 4, .whole(\.groups[n].milliwattHours)),
      ]
    }
  }

  private init(_ name: String, _ offset: Int, _ width: Int, _ quantity: Quantity) {
    self.init(name: name, offset: offset, width: width, quantity: quantity)
  }
}
