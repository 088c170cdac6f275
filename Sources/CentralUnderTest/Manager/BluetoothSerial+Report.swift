// What the conversation with a meter tells, and what it takes the meter for.

import SharedProtocols

extension BluetoothSerial {
  /// What happens in the conversation.
  enum Report {
    case requested
    /// No request will be made: the meter is expected to send by itself.
    case listening
    /// A command of the user's was written, and acknowledged where that is done.
    case sent([UInt8])
    case sendFailed([UInt8], any Error)
    case reading(MeterReading)
    case rejected(Rejection)
    case timedOut
    case writeFailed(any Error)
    /// Too many requests in a row had no answer; nothing more is sent.
    case mute
  }

  /// What the meter is taken for. A claim of its name stays; without one its frames decide, for as
  /// long as they agree.
  struct Identity {
    var claim: MeterModel?
    var seen: MeterModel?
    var model: MeterModel? { claim ?? seen }
  }
}
