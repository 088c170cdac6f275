// How many frames a second go through each codec, and how that compares with C.

import Glibc
import SharedProtocols

/// Measures encoding and decoding of every model's frames, in this thread's processor time.
struct FrameBenchmark {
  /// One line a model and direction.
  private(set) var lines: [String] = []
  /// Where a codec is slower than it has to be.
  private(set) var shortfalls: [String] = []

  /// What came out; kept, or the optimiser would leave the work out.
  private(set) var tally = 0

  /// What every codec has to do on one core.
  private static let leastPerSecond = 1_000_000.0
  /// What a TC66C's codec has to do of what C does that only encrypts and sums.
  private static let leastOfC = 0.7
  private static let framesPerRound = 300_000
  private static let rounds = 5

  /// Measures.
  init() throws {
    for model in UMModel.allCases {
      let frames = (0..<16).map { number in
        var measurement = UMMeasurement()
        measurement.volts = 5 + Double(number) / 8
        measurement.amperes = Double(number) / 16
        measurement.celsius = 20 + number
        return UMFrame(model: model, measurement: measurement)
      }
      let encoded = try frames.map { try $0.encoded() }
      try add("\(model.rawValue) encode", { try Int(frames[$0].encoded()[3]) })
      try add(
        "\(model.rawValue) decode", { try UMFrame(decoding: encoded[$0]).measurement.celsius })
    }
    let frames = (0..<16).map { number in
      var measurement = TC66Measurement()
      measurement.volts = 5 + Double(number) / 8
      measurement.amperes = Double(number) / 16
      return TC66Frame(measurement: measurement)
    }
    let encoded = try frames.map { try $0.encoded() }
    let loop = try TC66Loop(frames)
    try add("TC66C encode", { try Int(frames[$0].encoded()[3]) }, beside: loop.encode)
    try add(
      "TC66C decode", { try TC66Frame(decoding: encoded[$0]).measurement.runs },
      beside: loop.decode)
  }

  /// The best of some rounds; C's are between, so that both have the same of the machine.
  private mutating func add(
    _ name: String, _ body: (Int) throws -> Int, beside loop: ((Int) -> Void)? = nil
  ) rethrows {
    var best = 0.0
    var bestOfC = 0.0
    for _ in 0..<Self.rounds {
      best = max(best, try Self.perSecond { for n in 0..<$0 { tally &+= try body(n & 15) } })
      if let loop { bestOfC = max(bestOfC, Self.perSecond(loop)) }
    }
    let column = name + String(repeating: " ", count: max(0, 14 - name.count))
    var line = "\(column)\(Int(best / 1000)) thousand frames a second"
    if best < Self.leastPerSecond {
      shortfalls.append("\(name) is below a million frames a second")
    }
    if loop != nil {
      let ratio = best / bestOfC
      line += ", \(Double(Int(ratio * 100)) / 100) of a C loop's \(Int(bestOfC / 1000)) thousand"
      if ratio < Self.leastOfC {
        shortfalls.append("\(name) is below \(Self.leastOfC) of the C loop")
      }
    }
    lines.append(line)
  }

  private static func perSecond(_ frames: (Int) throws -> Void) rethrows -> Double {
    let start = processorSeconds()
    try frames(framesPerRound)
    return Double(framesPerRound) / (processorSeconds() - start)
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
