// Load programs: what they are at any time, and what cannot be one.

import Foundation
import Records
import Testing

@testable import MeterEmulator

@Suite struct LoadProgramTests {
  private func load(_ volts: Double, _ amperes: Double) throws -> Load {
    try Load(volts: volts, amperes: amperes)
  }

  @Test func stepsFollowEachOtherAndStayOrRepeat() throws {
    let steps = [
      (load: try load(5, 1), duration: Duration.seconds(2)), (try load(9, 2), .seconds(3)),
    ]
    let once = LoadProgram.steps(try LoadSteps(steps))
    let again = LoadProgram.steps(try LoadSteps(steps, repeats: true))
    func volts(_ program: LoadProgram) -> [Double] {
      [0, 1999, 2000, 4999, 5000, 6999, 7000, 12000].map {
        program.load(at: .milliseconds($0)).volts
      }
    }
    #expect(volts(once) == [5, 5, 9, 9, 9, 9, 9, 9])
    #expect(volts(again) == [5, 5, 9, 9, 5, 5, 9, 9])
  }

  @Test func aRampIsEvenAndStays() throws {
    let ramp = LoadProgram.ramp(
      try LoadRamp(from: load(5, 0), to: load(9, 2), over: .seconds(4)))
    #expect(ramp.load(at: .seconds(-1)) == (try load(5, 0)))
    #expect(ramp.load(at: .seconds(1)) == (try load(6, 0.5)))
    #expect(ramp.load(at: .seconds(4)) == (try load(9, 2)))
    #expect(ramp.load(at: .seconds(400)) == (try load(9, 2)))
  }

  @Test func aSineIsWithinATenThousandthOfItsAmplitude() throws {
    let period = 7.3
    let program = LoadProgram.sine(
      try LoadSine(around: load(9, 2), volts: 0.5, amperes: 1, period: .milliseconds(7300)))
    for millisecond in stride(from: 0, through: 100_000, by: 17) {
      let height = sin(2 * .pi * Double(millisecond) / 1000 / period)
      let found = program.load(at: .milliseconds(millisecond))
      #expect(abs(found.amperes - (2 + height)) < 1e-4)
      #expect(abs(found.volts - (9 + height / 2)) < 1e-4)
    }
  }

  @Test func noiseComesFromItsSeedAndStaysWithinItsAmplitude() throws {
    func noise(_ seed: UInt64) throws -> [Load] {
      let program = LoadProgram.noise(
        try LoadNoise(
          around: load(5, 1), volts: 0.1, amperes: 0.5, every: .milliseconds(100), seed: seed))
      return (0..<2000).map { program.load(at: .milliseconds(50 * $0)) }
    }
    let one = try noise(1)
    #expect(try noise(1) == one)
    #expect(try noise(2) != one)
    #expect(stride(from: 0, to: 2000, by: 2).allSatisfy { one[$0] == one[$0 + 1] })
    let amperes = one.map(\.amperes)
    #expect(amperes.allSatisfy { (0.5...1.5).contains($0) })
    #expect(try #require(amperes.min()) < 0.55 && #require(amperes.max()) > 1.45)
    #expect(abs(amperes.reduce(0, +) / 2000 - 1) < 0.05)
    #expect(one.map(\.volts).allSatisfy { (4.9...5.1).contains($0) })
    // Volts and amperes have nothing to do with each other; of one number it would be a third.
    let products = one.map { ($0.volts - 5) / 0.1 * ($0.amperes - 1) / 0.5 }
    #expect(abs(products.reduce(0, +) / 2000) < 0.05)
  }

  @Test func whatNoFrameCanSayIsCutOff() throws {
    let program = LoadProgram.noise(
      try LoadNoise(around: load(0, 6.5), volts: 9, amperes: 9, seed: 3))
    for second in 0..<200 {
      let found = program.load(at: .seconds(second))
      #expect(Load.voltsRange.contains(found.volts) && Load.amperesRange.contains(found.amperes))
    }
  }

  @Test func aRecordingGoesStraightFromPointToPoint() throws {
    let program = LoadProgram.recording(
      try LoadRecording(
        csv: """
          # a charger
          time_s;current;note;voltage
          1;0.5;plugged in;5.0

          3;1.5;;6.0  # full
          4;0;;6.0
          """))
    func amperes(_ milliseconds: Int) -> Double {
      program.load(at: .milliseconds(milliseconds)).amperes
    }
    #expect([0, 1000, 2000, 3500, 4000, 99000].map(amperes) == [0.5, 0.5, 1, 0.75, 0, 0])
    #expect(program.load(at: .seconds(2)).volts == 5.5)
    let bare = LoadProgram.recording(try LoadRecording(csv: "0,5,1\r\n2,7,3\r\n"))
    #expect(bare.load(at: .seconds(1)) == (try load(6, 2)))
  }

  @Test(arguments: [
    "seconds;volts;amperes\n0;5,1;1,2\n1,5;6;0,25",
    "0\t5,1\t1,2\n1,5\t6\t0,25\n",
    "0,5.1,1.2\n1.5,6,0.25",
    "\u{FEFF}\"seconds\";\"volts\";\"amperes\"\r\n\"0\";\"5,1\";1,2\r\n1.5;6;\"0,25\"\r\n",
    "\"A\",\"V, of the load #1\",\"time\",voltage # comma\n1.2,\"a \"\"b\"\"\",0,5.1\n0.25,,1.5,6",
  ])
  func aRecordingMayBeWrittenAsSpreadsheetsDo(text: String) throws {
    let points = [
      (time: Duration.zero, load: try load(5.1, 1.2)), (.milliseconds(1500), try load(6, 0.25)),
    ]
    #expect(try LoadRecording(csv: text) == LoadRecording(points))
  }

  @Test(arguments: [
    ("", LoadRecordingError.empty), ("# nothing\n\n", .empty), ("seconds,volts,amperes", .empty),
    ("seconds,volts\n0,5", .names(line: 1)), ("0,5", .cells(line: 1, found: 2, expected: 3)),
    ("0,5,1\n1,x,1", .value(line: 2, name: "volts")),
    ("0,5,1\n0,5,1", .time(line: 2, seconds: 0)), ("-1,5,1", .time(line: 1, seconds: -1)),
    ("1e300,5,1", .time(line: 1, seconds: 1e300)),
    ("nan,5,1", .value(line: 1, name: "seconds")),
    ("0,5,1\n\n9,70,1", .load(line: 3, .volts(70))),
    ("seconds,volts,amperes\n0,5,1,1,2", .cells(line: 2, found: 5, expected: 3)),
    ("seconds;volts;amperes\n0;5,1", .cells(line: 2, found: 2, expected: 3)),
    ("seconds;volts;amperes\n0;1.005,1;1", .value(line: 2, name: "volts")),
    ("0;5;1\n1,5,1", .cells(line: 2, found: 1, expected: 3)),
    ("0,\"5,1\",1", .value(line: 1, name: "volts")), ("0,\"5,1", .quote(line: 1)),
    ("0,\"5\"0,1", .quote(line: 1)),
  ])
  func whatIsNoRecordingIsExplained(text: String, error: LoadRecordingError) {
    #expect(throws: error) { try LoadRecording(csv: text) }
  }

  @Test func aChargeCurveNegotiatesChargesFadesAndTrickles() throws {
    var parameters = ChargeCurve.Parameters()
    parameters.constantCurrent = .seconds(1000)
    parameters.fading = .seconds(500)
    let program = LoadProgram.charge(try ChargeCurve(parameters))
    func at(_ seconds: Double) -> Load { program.load(at: .milliseconds(Int(seconds * 1000))) }
    #expect(at(0) == (try load(5, 0)))
    #expect(at(1.2) == (try load(5, 0.1)))
    #expect(at(2) == (try load(7, 1.05)))
    #expect(at(500) == (try load(9, 2)))
    let fadeStart = 1002.5
    #expect(at(fadeStart) == (try load(9, 2)))
    for seconds in [100.0, 500, 1000] {
      #expect(abs(at(fadeStart + seconds).amperes - 2 * exp(-seconds / 500)) < 1e-5)
    }
    let full = fadeStart + 500 * log(20)
    #expect(at(full - 1).amperes > 0.1)
    #expect(at(full + 1) == (try load(9, 0.02)))
  }

  @Test func whatIsNoChargeCurveIsExplained() {
    func error(_ change: (inout ChargeCurve.Parameters) -> Void) -> ChargeCurveError? {
      var parameters = ChargeCurve.Parameters()
      change(&parameters)
      return #expect(throws: ChargeCurveError.self) { try ChargeCurve(parameters) }
    }
    #expect(error { $0.fullAmperes = 0 } == .currents)
    #expect(error { $0.fullAmperes = 3 } == .currents)
    #expect(error { $0.trickleAmperes = 0.2 } == .currents)
    #expect(error { $0.volts = 66 } == .load(.volts(66)))
    #expect(
      error { $0.rise = .zero }
        == .times(.duration(name: "rise", found: .zero, least: .milliseconds(1))))
  }

  @Test func whatIsNoProgramIsExplained() throws {
    let idle = Load.none
    #expect(throws: LoadProgramError.empty) { try LoadSteps([]) }
    #expect(throws: LoadProgramError.self) { try LoadSteps([(idle, .zero)]) }
    #expect(throws: LoadProgramError.self) { try LoadSteps([(idle, .seconds(1_000_000_000))]) }
    #expect(throws: LoadProgramError.self) {
      try LoadSteps([(idle, .seconds(99_000_000)), (idle, .seconds(99_000_000))])
    }
    #expect(throws: LoadProgramError.quantity(name: "the sine's volts", found: -1)) {
      try LoadSine(around: idle, volts: -1, period: .seconds(1))
    }
    #expect(throws: LoadProgramError.self) {
      try LoadNoise(around: idle, amperes: .nan, seed: 1)
    }
    #expect(throws: LoadProgramError.order(index: 1)) {
      try LoadRecording([(.seconds(1), idle), (.seconds(1), idle)])
    }
  }

  /// The stretches of every program tile time without a gap, and meet where the program has no
  /// jump.
  @Test func stretchesTileTime() throws {
    var random = SeededGenerator(seed: 8)
    let programs: [LoadProgram] = [
      .constant(.none), .steps(try LoadSteps([(.none, .seconds(2))], repeats: true)),
      .ramp(try LoadRamp(from: .none, to: load(9, 1), over: .seconds(3))),
      .sine(try LoadSine(around: load(5, 1), amperes: 1, period: .nanoseconds(1_000_003))),
      .noise(try LoadNoise(around: .none, amperes: 1, every: .milliseconds(7), seed: 1)),
      .recording(try LoadRecording(csv: "1,5,1\n2,5,2\n7,5,0")), .charge(try ChargeCurve()),
    ]
    for program in programs {
      for _ in 0..<2000 {
        let time = Int64.random(in: 0...20_000_000_000_000, using: &random)
        let segment = program.segment(at: time)
        #expect(segment.start <= time && time < segment.end)
        guard segment.end < .max else { continue }
        #expect(program.segment(at: segment.end).start == segment.end)
        #expect(program.segment(at: segment.end - 1) == segment)
      }
    }
  }
}
