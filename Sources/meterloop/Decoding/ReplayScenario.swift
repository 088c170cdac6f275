// Frames of a capture as a scenario that sends them again.

import SharedProtocols

/// A scenario in which a meter sends given frames.
struct ReplayScenario {
  /// As many steps as a reader can still follow.
  static let mostFrames = 1000

  let model: MeterModel
  let profile: MeterProfile
  let frames: [FoundFrame]

  /// The scenario's text. A good frame of the model has to be read, one that is not has to be refused,
  /// and one that stops early leaves the central waiting until it asks again.
  func text(of name: String) -> String {
    var lines = [
      "# The frames of \(name), sent again. A meter would have sent its own.",
      "version: 1",
      "scenario: A \(model.rawValue) that sends the \(frames.count) recorded frames is read as recorded",
      "meters:",
      "  - model: \(model.rawValue)",
      "    profile: \(profile.rawValue)",
      "timeline:",
      "  - central: connect",
      "  - expect: {state: dataIsAvailable, within: 10s}",
    ]
    for frame in frames {
      lines += ["", "  # \(frame.place)"]
      lines.append(
        "  - fault: {payload: replay, frame: '\(frame.bytes.spacedHex)', frames: 1}")
      lines.append("  - expect: " + expectation(of: frame.bytes))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func expectation(of bytes: [UInt8]) -> String {
    do throws(MeterFrameError) {
      let frame = try MeterFrame(decoding: bytes)
      guard frame.model == model else { return "{rejected: modelId, within: 10s}" }
      let values = frame.fields.filter { ["volts", "amperes"].contains($0.name) }
        .map { "\($0.name): \($0.value.text)" }
      return "{measurement: {\(values.joined(separator: ", "))}, within: 10s}"
    } catch {
      let isShort = bytes.count < MeterFrame.expectedByteCount(beginning: bytes)
      return isShort
        ? "{event: {kind: timedOut, what: measurement}, within: 10s}"
        : "{event: rejected, within: 10s}"
    }
  }

  /// The model that most of the good frames are of; nil where none is good.
  static func model(of frames: [FoundFrame]) -> MeterModel? {
    var counts: [MeterModel: Int] = [:]
    for frame in frames {
      if let decoded = try? MeterFrame(decoding: frame.bytes) {
        counts[decoded.model, default: 0] += 1
      }
    }
    return MeterModel.allCases.filter { counts[$0] != nil }
      .max { (counts[$0] ?? 0) < (counts[$1] ?? 0) }
  }
}
