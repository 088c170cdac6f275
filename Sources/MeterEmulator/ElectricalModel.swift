// The meter's measuring side: what a load adds up to over time.
//
// Readings are computed from the load program alone. No timer runs, and a reading does not depend
// on how often the meter was asked before.

import Records
import SharedProtocols

/// What a meter's measuring chip and counters say at one time, before its processor rounds it.
struct ElectricalReading: Equatable {
  var load = Load.none
  /// What each data group has counted.
  var groups: [Counted]
  /// What was counted while the current was at least the threshold.
  var recorded = Counted()
  var recordedSeconds = 0.0
  /// Whether the current is at least the threshold.
  var isRecording = false
}

/// Charge and energy, in seconds of the unit.
struct Counted: Equatable {
  var ampereSeconds = 0.0
  var wattSeconds = 0.0

  fileprivate mutating func count(_ passage: Passage) {
    ampereSeconds += passage.ampereSeconds
    wattSeconds += passage.wattSeconds
  }

  /// The same in thousandths of an hour of the unit, to the nearest. A counter stays at its largest
  /// value; what a real one does there is not known.
  var group: DataGroup {
    DataGroup(
      milliampereHours: Self.saturated((ampereSeconds / 3.6).rounded()),
      milliwattHours: Self.saturated((wattSeconds / 3.6).rounded()))
  }

  /// The whole part of a counter that has 32 bits.
  static func saturated(_ count: Double) -> Int { Int(min(count, Double(UInt32.max))) }
}

/// What the meter's measuring chip and its counters would say at any time. Times never go back.
struct ElectricalModel {
  private(set) var selectedGroup = 0
  private(set) var recordingThresholdAmperes = 0.1
  private var program: LoadProgram
  private var programStart: VirtualTime
  private let samplingInterval: Duration?
  private let origin: VirtualTime
  private var isPowered = true

  /// What had been counted by `countedTo`: the last border of the program's stretches, or the last
  /// change. It moves with the stretches and not with the readings, so that these never show in it.
  private var counted: ElectricalReading
  private var countedTo: VirtualTime
  /// When the load, or anything else that counts, last changed.
  private var changed: VirtualTime
  /// The last sample before the change, which stays on show until the next is due.
  private var heldSample: ElectricalReading

  /// A meter plugged in at `origin`, when the program begins too.
  init(
    program: LoadProgram, groupCount: Int, samplingInterval: Duration?, at origin: VirtualTime
  ) {
    self.program = program
    self.samplingInterval = samplingInterval
    self.origin = origin
    programStart = origin
    counted = ElectricalReading(groups: Array(repeating: Counted(), count: groupCount))
    countedTo = origin
    changed = origin
    heldSample = counted
    heldSample = reading(at: origin)
  }

  /// What the meter shows at `time`: its last sample.
  mutating func sample(at time: VirtualTime) -> ElectricalReading {
    let sampled = lastSample(before: time)
    return sampled < changed ? heldSample : reading(at: sampled)
  }

  /// The load at `time`.
  func load(at time: VirtualTime) -> Load { program.load(at: time - programStart) }

  /// Puts another load behind the meter at `time`, when its program begins.
  mutating func connect(_ program: LoadProgram, at time: VirtualTime) {
    settle(at: time)
    self.program = program
    programStart = time
  }

  /// Counts into another group from `time` on.
  mutating func selectGroup(_ number: Int, at time: VirtualTime) {
    precondition(counted.groups.indices.contains(number), "there is no such group")
    settle(at: time)
    selectedGroup = number
  }

  /// Empties the selected group at `time`, on the display too.
  mutating func clearGroup(at time: VirtualTime) {
    settle(at: time)
    counted.groups[selectedGroup] = Counted()
    heldSample.groups[selectedGroup] = Counted()
  }

  /// Records from this current on, from `time` on.
  mutating func setRecordingThreshold(amperes: Double, at time: VirtualTime) {
    settle(at: time)
    recordingThresholdAmperes = amperes
    heldSample.isRecording = heldSample.load.amperes >= amperes
  }

  /// Takes the supply away: nothing is counted until it is back. The program's time goes on.
  mutating func unplug(at time: VirtualTime) {
    settle(at: time)
    isPowered = false
  }

  /// Gives the supply back to a meter whose group of this number has forgotten everything.
  mutating func plug(forgettingGroup number: Int?, at time: VirtualTime) {
    settle(at: time)
    isPowered = true
    if let number { counted.groups[number] = Counted() }
    heldSample = reading(at: time)
  }

  private mutating func settle(at time: VirtualTime) {
    heldSample = sample(at: time)
    counted = reading(at: time)
    countedTo = time
    changed = time
  }

  private func lastSample(before time: VirtualTime) -> VirtualTime {
    guard let interval = samplingInterval?.wholeNanoseconds, interval > 0 else { return time }
    let sinceOrigin = (time - origin).wholeNanoseconds
    return origin + .nanoseconds(sinceOrigin / interval * interval)
  }

  /// The reading at `time`, which is not before `countedTo`.
  private mutating func reading(at time: VirtualTime) -> ElectricalReading {
    let end = (time - programStart).wholeNanoseconds
    var begin = (countedTo - programStart).wholeNanoseconds
    var segment = program.segment(at: begin)
    while segment.end <= end {
      count(segment.passage(from: begin, to: segment.end), into: &counted)
      begin = segment.end
      countedTo = programStart + .nanoseconds(begin)
      segment = program.segment(at: begin)
    }
    var reading = counted
    count(segment.passage(from: begin, to: end), into: &reading)
    reading.load = segment.load(at: end)
    reading.isRecording = reading.load.amperes >= recordingThresholdAmperes
    return reading
  }

  private func count(_ passage: Passage, into reading: inout ElectricalReading) {
    guard isPowered else { return }
    reading.groups[selectedGroup].count(passage)
    guard let recorded = passage.part(from: recordingThresholdAmperes) else { return }
    reading.recorded.count(recorded)
    reading.recordedSeconds += recorded.seconds
  }
}
