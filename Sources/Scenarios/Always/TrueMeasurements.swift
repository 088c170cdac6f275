// A central may refuse what it likes, but what it reports must have come.

import MeterEmulator
import Records
import SharedProtocols

/// Each measurement was in a valid frame that came over the air.
///
/// Whatever an attribute notified on a link counts as one stream of bytes, and every place in it where a valid
/// frame ends as one that came: how the bytes were split, and what else lay between frames, is no
/// excuse for reporting anything that was never said.
final class TrueMeasurements: AlwaysRule {
  static let name = "trueMeasurements"
  static let summary = """
    Each measurement that the central reports was in a valid frame that the air brought it; a value \
    may be as far off as the model resolves.
    """
  static let requirement = "COMM-3"
  static let witness = Witness.air

  private let context: AlwaysContext
  /// What came so far of each attribute's values, by the bytes of its handle.
  private var streams: [[UInt8]: [UInt8]] = [:]
  private var arrived: [MeterFrame] = []
  /// So many frames are looked through, which is minutes of a meter's answers.
  private static let keptFrames = 256
  private static let longestFrame = max(UMFrame.byteCount, TC66Frame.byteCount)
  /// How long the frames of these meters are: to look for others would be dear.
  private let byteCounts: Set<Int>

  init(_ context: AlwaysContext) {
    self.context = context
    byteCounts = Set(
      context.meters.map { $0.model.um == nil ? TC66Frame.byteCount : UMFrame.byteCount })
  }

  func see(_ record: Record) -> String? {
    if record.kind == "connected", record.isOfRadio(context.adapter) {
      streams = [:]
    } else if record.kind == "att", record.witness == .air, record.bytes.count >= 3,
      record.details["direction"] == "toCentral", [0x1B, 0x1D].contains(record.bytes[0])
    {
      take(record.bytes[3...], into: &streams[Array(record.bytes[1...2]), default: []])
    } else if record.isMeasurement {
      return judge(record.details)
    }
    return nil
  }

  private func take(_ value: ArraySlice<UInt8>, into stream: inout [UInt8]) {
    if let frame = Self.documentedValue(value) { arrived.append(frame) }
    for byte in value {
      stream.append(byte)
      for count in byteCounts where stream.count >= count {
        if let frame = Self.frame(stream.suffix(count)) { arrived.append(frame) }
      }
    }
    if stream.count > 2 * Self.longestFrame { stream.removeFirst(stream.count - Self.longestFrame) }
    if arrived.count > Self.keptFrames { arrived.removeFirst(arrived.count - Self.keptFrames) }
  }

  private func judge(_ said: [String: Detail]) -> String? {
    if arrived.contains(where: { says($0, said) }) { return nil }
    let told = ["volts", "amperes", "watts", "celsius"].compactMap { name in
      said[name].map { "\(name) \($0)" }
    }
    return "a measurement with \(told.joined(separator: ", ")), which no valid frame had"
  }

  /// Whether the frame says all that the central has reported and that frames have a name for.
  private func says(_ frame: MeterFrame, _ said: [String: Detail]) -> Bool {
    frame.fields.allSatisfy { field in
      guard let told = said[field.name] else { return true }
      switch field.value {
      case .text(let text): return told == .text(text)
      case .number(let number): return near(told, number, field.name)
      case .whole(let whole): return near(told, Double(whole), field.name)
      }
    }
  }

  private func near(_ told: Detail, _ value: Double, _ name: String) -> Bool {
    guard let number = told.numeric else { return false }
    let resolution = context.meters.compactMap { $0.resolution(of: name) }.max() ?? 0
    return abs(number - value) <= resolution + max(abs(value), 1) * 1e-9
  }

  /// The frame that these bytes are; nil when they are none.
  private static func frame(_ bytes: ArraySlice<UInt8>) -> MeterFrame? {
    guard MeterFrame.expectedByteCount(beginning: bytes) == bytes.count else { return nil }
    if bytes.count == TC66Frame.byteCount, !TC66Frame.isStart(bytes) { return nil }
    do throws(MeterFrameError) { return try MeterFrame(decoding: bytes) } catch { return nil }
  }

  private static func documentedValue(_ bytes: ArraySlice<UInt8>) -> MeterFrame? {
    guard bytes.count == TC66DocumentedValue.byteCount else { return nil }
    do throws(TC66DocumentedValueError) {
      return .documentedTC66(try TC66DocumentedValue(decoding: bytes))
    } catch { return nil }
  }
}
