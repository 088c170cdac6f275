// What bluetoothd does otherwise than a real meter's radio. In the bench, the air sets it right.

import MeterEmulator
import SharedProtocols

/// The differences of the host lane, one sentence each.
enum HostNotes {
  private static let always = [
    "bluetoothd advertises every 1.28 s, and chooses the flags",
    "bluetoothd puts the name into the scan response: only an active scan sees it",
    "bluetoothd goes on advertising while a central is connected; a real meter falls silent",
    "bluetoothd offers the machine's own services beside the meter's",
    "bluetoothd merges notifications that follow within 10 ms, for a central that takes them so",
    "bluetoothd ends a link up to 2 s after it is told to",
  ]
  private static let older = [
    "bluetoothd notifies after a subscription only; this meter does without one",
    "bluetoothd keeps the handle 0x12 for itself: a client that writes there by number fails",
  ]
  /// Said when bluetoothd has given the meter's handles to another.
  static let otherHandles =
    "bluetoothd has other attributes at the meter's handles: a client that goes by numbers fails"

  /// What holds for a meter.
  static func of(_ meter: MeterConfiguration) -> [String] {
    var notes = always
    if let largest = meter.largestMTUBytes {
      notes.append("bluetoothd agrees to an MTU of up to 517; this meter to \(largest)")
    }
    return meter.layout == .olderFactoryTC66C ? notes + older : notes
  }
}
