// Frames out of notifications, however those were split, and back in step after a bad one.

import SharedProtocols

/// Collects a UM meter's bytes until they are a frame.
struct FrameAssembler {
  /// What came of 130 bytes.
  enum Outcome: Equatable {
    case frame(UMFrame)
    case rejected(UMDecodingError)
  }

  /// The model that frames must be of, once it is known.
  var expectedModel: UMModel?
  private var buffer: [UInt8] = []

  /// Nothing collected yet; frames must be of the model where one is given.
  init(expectedModel: UMModel? = nil) {
    self.expectedModel = expectedModel
  }

  /// The bytes that wait for the rest of their frame.
  var pendingByteCount: Int { buffer.count }

  /// Forgets an unfinished frame.
  mutating func clear() { buffer = [] }

  /// Takes the next bytes; what they complete comes back in order.
  mutating func append(_ bytes: some Sequence<UInt8>) -> [Outcome] {
    buffer += bytes
    var outcomes: [Outcome] = []
    while buffer.count >= UMFrame.byteCount {
      do throws(UMDecodingError) {
        let frame = try UMFrame(decoding: buffer.prefix(UMFrame.byteCount))
        if let expectedModel, frame.model != expectedModel {
          throw .modelID(found: frame.model.frameID)
        }
        buffer.removeFirst(UMFrame.byteCount)
        outcomes.append(.frame(frame))
      } catch {
        outcomes.append(.rejected(error))
        resynchronise()
      }
    }
    return outcomes
  }

  /// Drops what cannot be the beginning of a frame. At least the first byte goes; the next place
  /// where a model id stands, or may begin, is taken for a new start.
  private mutating func resynchronise() {
    let models = expectedModel.map { [$0] } ?? UMModel.allCases
    let ids = models.map { [UInt8($0.frameID >> 8), UInt8($0.frameID & 0xFF)] }
    let start = buffer.indices.dropFirst().first { index in
      ids.contains { $0.starts(with: buffer[index...].prefix(2)) }
    }
    buffer.removeFirst(start ?? buffer.count)
  }
}
