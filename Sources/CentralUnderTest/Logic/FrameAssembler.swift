// Frames out of notifications, however those were split, and back in step after a bad one.

import SharedProtocols

/// Collects a meter's bytes until they are a measurement.
struct FrameAssembler {
  /// What came of a frame's number of bytes.
  typealias Outcome = Result<MeterReading, Rejection>

  private let dialect: MeterDialect
  /// The model whose frames are looked for after a bad one; any of the dialect's while it is nil.
  var model: MeterModel?
  private var buffer: [UInt8] = []
  /// Whether the buffer's beginning is only taken for a frame's until more bytes show that it is not.
  private var isSeeking = false

  /// Nothing collected yet.
  init(_ dialect: MeterDialect, model: MeterModel? = nil) {
    self.dialect = dialect
    self.model = model
  }

  /// The bytes that wait for the rest of their frame.
  var pendingByteCount: Int { buffer.count }

  /// Forgets an unfinished frame.
  mutating func clear() {
    buffer = []
    isSeeking = false
  }

  /// Takes the next bytes; what they complete comes back in order.
  mutating func append(_ bytes: some Sequence<UInt8>) -> [Outcome] {
    guard let byteCount = dialect.frameByteCount else { return [outcome(Array(bytes)[...])] }
    buffer += bytes
    if isSeeking { resynchronise(from: 0) }
    var outcomes: [Outcome] = []
    while buffer.count >= byteCount {
      let outcome = outcome(buffer.prefix(byteCount))
      outcomes.append(outcome)
      switch outcome {
      case .success:
        buffer.removeFirst(byteCount)
        isSeeking = false
      case .failure:
        isSeeking = true
        resynchronise(from: 1)
      }
    }
    return outcomes
  }

  private func outcome(_ bytes: ArraySlice<UInt8>) -> Outcome {
    do throws(Rejection) { return .success(try dialect.reading(bytes)) } catch {
      return .failure(error)
    }
  }

  /// Drops what cannot be the beginning of a frame, and the first `count` bytes at least: the next
  /// place where a frame begins, or may begin, is taken for a new start.
  private mutating func resynchronise(from count: Int) {
    let start = buffer.indices.dropFirst(count).first {
      dialect.mayBegin(with: buffer[$0...], model: model)
    }
    buffer.removeFirst(start ?? buffer.count)
  }
}
