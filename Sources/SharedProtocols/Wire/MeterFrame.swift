// Any frame of any meter, told by its bytes.

/// One whole answer of some meter.
public enum MeterFrame: Sendable, Hashable {
  case um(UMFrame)
  case tc66(TC66Frame)
  case documentedTC66(TC66DocumentedValue)

  /// Reads a frame of whichever meter: a UM frame by its 130 bytes, a TC66C's by its 192, encrypted
  /// or plain, and the documented value of 2A37 by its three.
  public init(decoding bytes: some Sequence<UInt8>) throws(MeterFrameError) {
    let bytes = Array(bytes)
    switch bytes.count {
    case UMFrame.byteCount:
      do { self = .um(try UMFrame(decoding: bytes)) } catch { throw .um(error) }
    case TC66Frame.byteCount:
      let isPlain = bytes.starts(with: Array("pac".utf8))
      do throws(TC66DecodingError) {
        self = .tc66(
          isPlain ? try TC66Frame(decodingPlain: bytes) : try TC66Frame(decoding: bytes))
      } catch {
        throw .tc66(isPlain ? [error] : TC66Frame.problems(in: bytes))
      }
    // Three bytes that begin with a UM's id are a frame cut short, whatever their flags would say.
    case TC66DocumentedValue.byteCount
    where Self.expectedByteCount(beginning: bytes) != UMFrame.byteCount:
      do { self = .documentedTC66(try TC66DocumentedValue(decoding: bytes)) } catch {
        throw .documentedTC66(error)
      }
    default: throw .length(found: bytes.count)
    }
  }

  /// How long a frame is that begins with these bytes: a UM's where they begin with, or are the
  /// beginning of, a model's id, and a TC66C's else.
  public static func expectedByteCount(beginning bytes: some Collection<UInt8>) -> Int {
    let isUM = UMModel.allCases.contains { model in
      zip(bytes, [UInt8(model.frameID >> 8), UInt8(model.frameID & 0xFF)]).allSatisfy { $0 == $1 }
    }
    return isUM ? UMFrame.byteCount : TC66Frame.byteCount
  }

  /// The model that the frame is of.
  public var model: MeterModel {
    switch self {
    case .um(let frame): frame.model.meterModel
    case .tc66, .documentedTC66: .tc66c
    }
  }

  /// All quantities in the order of the frame, with what the model's documents do not allow.
  public var fields: [MeasurementField] {
    switch self {
    case .um(let frame): frame.fields
    case .tc66(let frame): frame.fields
    case .documentedTC66(let value):
      [
        MeasurementField(
          name: "flags", value: .whole(Int(value.flags)),
          remark: value.flags == 1 ? nil : "documented is 1"),
        MeasurementField(name: "amperes", value: .whole(Int(value.amperes))),
        MeasurementField(name: "watts", value: .whole(Int(value.watts))),
      ]
    }
  }
}

/// Why bytes are no meter's frame.
public enum MeterFrameError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No meter's frame has so many.
  case length(found: Int)
  /// They are as many as a UM frame has, and are none.
  case um(UMDecodingError)
  /// They are as many as a TC66C's frame has, and are none: everything that is wrong.
  case tc66([TC66DecodingError])
  /// They are as many as a documented value has, and are none.
  case documentedTC66(TC66DocumentedValueError)

  /// One line a problem.
  public var problems: [String] {
    switch self {
    case .length(let found):
      [
        "there \(found == 1 ? "is 1 byte" : "are \(found) bytes"); a UM's frame has \(UMFrame.byteCount), a TC66C's "
          + "\(TC66Frame.byteCount), its documented value \(TC66DocumentedValue.byteCount)"
      ]
    case .um(let error): ["\(error)"]
    case .tc66(let errors): errors.map(\.description)
    case .documentedTC66(let error): ["\(error)"]
    }
  }

  /// The problems in one line.
  public var description: String { problems.joined(separator: "; ") }
}
