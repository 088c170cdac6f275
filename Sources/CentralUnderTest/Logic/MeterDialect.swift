// The ways in which meters are asked and answer.

import SharedProtocols

/// What is said over a link: the request, the shape of the answer, what is wrong with it.
enum MeterDialect {
  /// The documents' request of five bytes, and a UM frame.
  case documentedUM
  /// One byte, and a UM frame.
  case factoryUM
  /// A word in ASCII, and an encrypted frame.
  case factoryTC66C
  /// No request: values of three bytes come by themselves, each in a notification of its own.
  case documentedTC66C

  /// What asks for a measurement; nil where it comes unasked.
  var request: [UInt8]? {
    switch self {
    case .documentedUM: MeasurementRequest.bytes
    // UMCommand's sendFrame, which is the same byte for all models; which it is may not be known yet.
    case .factoryUM: [0xF0]
    case .factoryTC66C: TC66Command.sendFrame.encoded(over: .bluetooth)
    case .documentedTC66C: nil
    }
  }

  /// What a device is taken for when it is asked so, for people.
  var asked: String {
    switch self {
    case .documentedUM, .factoryUM: "a UM meter"
    case .factoryTC66C, .documentedTC66C: "a TC66C"
    }
  }

  /// How long an answer is in bytes; nil where each notification is one by itself.
  var frameByteCount: Int? {
    switch self {
    case .documentedUM, .factoryUM: UMFrame.byteCount
    case .factoryTC66C: TC66Frame.byteCount
    case .documentedTC66C: nil
    }
  }

  /// Reads one answer.
  func reading(_ bytes: some Sequence<UInt8>) throws(Rejection) -> MeterReading {
    switch self {
    case .documentedUM, .factoryUM:
      do throws(UMDecodingError) { return .um(try UMFrame(decoding: bytes)) } catch {
        throw .um(error)
      }
    case .factoryTC66C:
      let bytes = Array(bytes)
      do throws(TC66DecodingError) { return .tc66c(try TC66Frame(decoding: bytes)) } catch {
        throw .tc66c(TC66Frame.problems(in: bytes))
      }
    case .documentedTC66C:
      do throws(TC66DocumentedValueError) {
        return .documentedTC66C(try TC66DocumentedValue(decoding: bytes))
      } catch {
        throw .documentedTC66C(error)
      }
    }
  }

  /// What is wrong with an answer that ended after so many bytes.
  func truncated(after byteCount: Int) -> Rejection {
    switch self {
    case .documentedUM, .factoryUM: .um(.length(found: byteCount))
    case .factoryTC66C: .tc66c([.length(found: byteCount)])
    case .documentedTC66C: .documentedTC66C(.length(found: byteCount))
    }
  }

  /// Whether a frame may begin with these bytes, of which there may be too few to tell. Where the
  /// model is known, only its own frames count.
  func mayBegin(with bytes: ArraySlice<UInt8>, model: MeterModel?) -> Bool {
    switch self {
    case .documentedUM, .factoryUM:
      let models = model?.um.map { [$0] } ?? UMModel.allCases
      return models.contains { model in
        [UInt8(model.frameID >> 8), UInt8(model.frameID & 0xFF)].starts(with: bytes.prefix(2))
      }
    case .factoryTC66C:
      return bytes.count < TC66Frame.startByteCount || TC66Frame.isStart(bytes)
    case .documentedTC66C: return true
    }
  }
}
