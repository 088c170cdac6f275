// `meterloop convert`: a capture as a scenario.

import Scenarios
import SharedProtocols
import TestBench

/// Makes a scenario of the frames in a capture.
enum ConvertCommand: Command {
  static let table = OptionTable(
    command: "convert", operands: "CAPTURE",
    summary: "Make a scenario that sends the frames of a capture again",
    details: """
      The capture is a btsnoop file, or whatever else `meterloop decode` reads. The scenario is
      printed: a meter of the model that the frames are of, and for each frame a fault that sends it in
      place of the meter's own and what a central has to make of it.

      Exit codes: 0 done, 1 usage, 2 there is nothing in the file that could be replayed.

      Example:
        meterloop convert phone.btsnoop >scenarios/as-recorded.yaml
      """,
    options: [
      .init(
        name: "model", letter: "m", value: "MODEL",
        help: "The meter's model (that of most frames)"),
      .init(
        name: "profile", letter: "p", value: "PROFILE",
        help: "The meter's profile: documented or factory (factory, but of documented TC66C values)"
      ),
      .init(
        name: "most", letter: nil, value: "N",
        help: "Only the first N frames (\(ReplayScenario.mostFrames))"),
    ])

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    guard parsed.operands.count == 1, let operand = parsed.operands.first else {
      throw UsageError(message: "name one capture")
    }
    let most =
      try parsed.number("most", in: 1...ReplayScenario.mostFrames) ?? ReplayScenario.mostFrames
    var source = FrameSource()
    try source.take(operand: operand, host)
    for problem in source.problems { complain(problem) }
    guard !source.frames.isEmpty else {
      complain("\(operand): there is no frame in it")
      return ExitCode.unreadable
    }
    let frames = Array(source.frames.prefix(most))
    if frames.count < source.frames.count {
      complain("note: the first \(frames.count) of \(source.frames.count) frames")
    }
    guard let model = try model(parsed) ?? ReplayScenario.model(of: frames) else {
      complain("\(operand): no frame is good, so none says of which meter it is: name the --model")
      return ExitCode.unreadable
    }
    let isDocumentedValue =
      model == .tc66c && frames[0].bytes.count == TC66DocumentedValue.byteCount
    let scenario = ReplayScenario(
      model: model, profile: try profile(parsed) ?? (isDocumentedValue ? .documented : .factory),
      frames: frames)
    let text = scenario.text(of: operand)
    do throws(ScenarioError) {
      emit(try ScenarioFormat.format(Array(text.utf8), file: operand))
    } catch {
      complain(error.rendered)
      return ExitCode.broken
    }
    return ExitCode.passed
  }

  private static func model(_ parsed: OptionTable.Parsed) throws(UsageError) -> MeterModel? {
    guard let text = parsed.value("model") else { return nil }
    guard let model = MeterModel(named: text) else {
      let models = MeterModel.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(message: "--model is one of \(models), not '\(text)'")
    }
    return model
  }

  private static func profile(_ parsed: OptionTable.Parsed) throws(UsageError) -> MeterProfile? {
    guard let text = parsed.value("profile") else { return nil }
    guard let profile = MeterProfile(rawValue: text) else {
      throw UsageError(message: "--profile is documented or factory, not '\(text)'")
    }
    return profile
  }
}
