// What a TC66C says in one frame, in units.

/// One measurement of a TC66C.
///
/// Whole quantities are `Int`, others `Double`. A frame holds nothing negative but the temperature,
/// which has its sign in a word of its own.
public struct TC66Measurement: Sendable, Hashable {
  /// The firmware's version, such as `1.18`.
  public var firmware: FourCharacters
  /// The meter's serial number.
  public var serialNumber: Int
  /// Seven words of the first block whose meaning is not known; real meters fill them.
  public var unknownWords: UnknownWords<7>
  /// How often the meter was switched on.
  public var runs: Int
  /// Voltage, to 0.1 mV.
  public var volts: Double
  /// Current, to 0.01 mA.
  public var amperes: Double
  /// Power, to 0.1 mW.
  public var watts: Double
  /// Resistance of the load, to 0.1 Ω. Some clients take it for hundredths; voltage by current of a
  /// captured frame says tenths.
  public var ohms: Double
  /// The two data groups.
  public var groups: [DataGroup]
  /// The word that says whether the temperature is below zero: 1 for yes.
  public var temperatureSign: Int
  /// How far the temperature is from zero, in degrees. Celsius or Fahrenheit, as the meter is set;
  /// the frame does not say which.
  public var temperatureMagnitude: Int
  /// Voltage of the data line D+, to 10 mV.
  public var dataPlusVolts: Double
  /// Voltage of the data line D−, to 10 mV.
  public var dataMinusVolts: Double
  /// Five words at the end of the second block, zero in all known frames.
  public var secondBlockReserve: UnknownWords<5>
  /// The third block's fourteen words, zero in all known frames.
  public var thirdBlockReserve: UnknownWords<14>

  /// How many data groups a meter has.
  public static let groupCount = 2

  /// A meter of firmware 1.18 with nothing connected and nothing counted.
  public init() {
    firmware = FourCharacters(0x31, 0x2E, 0x31, 0x38)
    serialNumber = 0
    unknownWords = UnknownWords()
    runs = 0
    volts = 0
    amperes = 0
    watts = 0
    ohms = 0
    groups = [DataGroup(), DataGroup()]
    temperatureSign = 0
    temperatureMagnitude = 0
    dataPlusVolts = 0
    dataMinusVolts = 0
    secondBlockReserve = UnknownWords()
    thirdBlockReserve = UnknownWords()
  }

  /// The temperature in degrees Celsius or Fahrenheit, as the meter is set.
  public var temperatureDegrees: Int {
    get { temperatureSign == 1 ? -temperatureMagnitude : temperatureMagnitude }
    set {
      temperatureSign = newValue < 0 ? 1 : 0
      temperatureMagnitude = newValue == .min ? .max : abs(newValue)
    }
  }
}

/// Words that are kept as they came because nobody knows what they say.
public struct UnknownWords<let count: Int>: Sendable, Hashable {
  private var storage = InlineArray<count, UInt32>(repeating: 0)

  /// Zeros.
  init() {}

  /// The word at a place from 0, as the number that the frame has.
  public subscript(place: Int) -> UInt32 {
    get { storage[place] }
    set { storage[place] = newValue }
  }

  /// The words in their order.
  public var words: [UInt32] { (0..<count).map { storage[$0] } }

  /// Whether all words are the same.
  public static func == (a: UnknownWords, b: UnknownWords) -> Bool {
    (0..<count).allSatisfy { a.storage[$0] == b.storage[$0] }
  }

  /// Hashes the words in their order.
  public func hash(into hasher: inout Hasher) {
    for place in 0..<count { hasher.combine(storage[place]) }
  }
}
