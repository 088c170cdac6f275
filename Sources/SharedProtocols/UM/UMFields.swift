// Where each quantity stands in a UM frame.

extension UMMeasurement {
  /// Walks over the fields of a model's frame between its id and its tail, unsigned and big-endian.
  /// Offsets and scales are those of libsigrok's rdtech-um driver; the documented ranges are those of
  /// the manuals and of the commands that set them.
  @inline(__always)
  mutating func walk<Codec: FieldCodec>(
    _ model: UMModel, _ codec: inout Codec
  ) throws(Codec.Failure) {
    try codec.scaled(
      "volts", at: 2, width: 2, &volts, countsPerUnit: model.countsPerVolt, documented: 4...24)
    try codec.scaled(
      "amperes", at: 4, width: 2, &amperes, countsPerUnit: model.countsPerAmpere,
      documented: 0...model.ratedAmperes)
    try codec.scaled("watts", at: 6, width: 4, &watts, countsPerUnit: 1000)
    try codec.whole("celsius", at: 10, width: 2, &celsius, documented: 0...100)
    try codec.whole("fahrenheit", at: 12, width: 2, &fahrenheit, documented: 0...212)
    try codec.whole("selectedGroup", at: 14, width: 2, &selectedGroup, documented: 0...9)
    try codec.groups(at: 16, &groups)
    try codec.scaled("dataPlusVolts", at: 96, width: 2, &dataPlusVolts, countsPerUnit: 100)
    try codec.scaled("dataMinusVolts", at: 98, width: 2, &dataMinusVolts, countsPerUnit: 100)
    try codec.whole(
      "chargingMode", at: 100, width: 2, &chargingMode.number,
      documented: 0...(model == .um24c ? 2 : 8))
    try codec.whole("recordedMilliampereHours", at: 102, width: 4, &recordedMilliampereHours)
    try codec.whole("recordedMilliwattHours", at: 106, width: 4, &recordedMilliwattHours)
    try codec.scaled(
      "recordingThresholdAmperes", at: 110, width: 2, &recordingThresholdAmperes,
      countsPerUnit: 100, documented: 0...0.3)
    try codec.whole("recordedSeconds", at: 112, width: 4, &recordedSeconds)
    try codec.whole("recordingFlag", at: 116, width: 2, &recordingFlag, documented: 0...1)
    try codec.whole(
      "screenTimeoutMinutes", at: 118, width: 2, &screenTimeoutMinutes, documented: 0...9)
    try codec.whole("backlightLevel", at: 120, width: 2, &backlightLevel, documented: 0...5)
    try codec.scaled(
      "ohms", at: 122, width: 4, &ohms, countsPerUnit: 10, documented: 0...Self.openCircuitOhms)
    try codec.whole("screenIndex", at: 126, width: 2, &screenIndex)
    guard model == .um34c else { return }
    try codec.whole("unknownByte", at: 128, width: 1, &unknownByte)
  }
}

extension UMModel {
  /// What one volt counts in a frame: the UM25C resolves 1 mV, the others 10 mV.
  var countsPerVolt: Double { self == .um25c ? 1000 : 100 }

  /// What one ampere counts in a frame: the UM25C resolves 0.1 mA, the others 1 mA.
  var countsPerAmpere: Double { self == .um25c ? 10000 : 1000 }

  /// The largest current that the model's manual allows.
  public var ratedAmperes: Double {
    switch self {
    case .um24c: 3
    case .um25c: 5
    case .um34c: 4
    }
  }
}
