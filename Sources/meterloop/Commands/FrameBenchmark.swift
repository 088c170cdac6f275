// How many frames a second go through each codec.

import Glibc
import SharedProtocols

/// Measures encoding and decoding of every model's frames, in this thread's processor time.
enum FrameBenchmark {
  private static let count = 300_000

  /// One line a model and direction.
  static func lines() throws -> [String] {
    var lines: [String] = []
    for model in UMModel.allCases {
      let frames = (0..<16).map { number in
        var measurement = UMMeasurement()
        measurement.volts = 5 + Double(number) / 8
        measurement.amperes = Double(number) / 16
        measurement.celsius = 20 + number
        return UMFrame(model: model, measurement: measurement)
      }
      let encoded = try frames.map { try $0.encoded() }
      lines.append(
        try line("\(model.rawValue) encode") { try Int(frames[$0].encoded()[3]) })
      lines.append(
        try line("\(model.rawValue) decode") {
          try UMFrame(decoding: encoded[$0]).measurement.celsius
        })
    }
    let frames = (0..<16).map { number in
      var measurement = TC66Measurement()
      measurement.volts = 5 + Double(number) / 8
      measurement.amperes = Double(number) / 16
      return TC66Frame(measurement: measurement)
    }
    let encoded = try frames.map { try $0.encoded() }
    lines.append(try line("TC66C encode") { try Int(frames[$0].encoded()[3]) })
    lines.append(
      try line("TC66C decode") { try TC66Frame(decoding: encoded[$0]).measurement.runs })
    return lines
  }

  /// The best of three rounds. What the body returns is used, or the optimiser would leave it out.
  private static func line(_ name: String, _ body: (Int) throws -> Int) rethrows -> String {
    var sum = 0
    var best = 0.0
    for _ in 0..<3 {
      let start = processorSeconds()
      for round in 0..<count { sum &+= try body(round & 15) }
      best = max(best, Double(count) / (processorSeconds() - start))
    }
    let column = name + String(repeating: " ", count: max(0, 14 - name.count))
    return "\(column)\(Int(best / 1000)) thousand frames a second"
      + (sum == .min ? " " : "")
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
