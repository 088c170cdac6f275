// A frame says that it is of another model.

import MeterEmulator
import SharedProtocols

/// Frames name another model of the UM series.
struct WrongModel: FrameFaultVerb {
  static let name = "wrongModel"
  static let example = "{payload: wrongModel, model: UM34C, frames: 1}"
  static let summary = """
    The meter's frames name another model of the UM series, with a tail that is right for it. \
    Their values are those of the meter's own scales. Frames of a TC66C pass.
    """
  static let parameters = [model, .frames]
  static let proof = "a frame went out with the other model's id"
  private static let model = FaultParameter(
    "model", .choice(UMModel.allCases.map(\.rawValue)), isRequired: true,
    summary: "the model that the frames name")

  let frames: Int?
  private let model: UMModel

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    frames = arguments.integer(.frames)
    guard let model = arguments.text(Self.model).flatMap(UMModel.init(rawValue:)) else {
      throw .missing(parameter: Self.model.name)
    }
    self.model = model
  }

  var change: FrameChange {
    .bytes { [model] in UMFrame.relabelled($0.bytes, as: model) ?? $0.bytes }
  }
}
