// What bluetoothd does otherwise than a real meter's radio, which the bench's air sets right.

/// The differences of the host lane, one sentence each.
public enum HostNotes {
  /// What holds for every meter.
  public static let all = [
    "bluetoothd advertises every 1.28 s; a meter in the bench every 100 ms",
    "bluetoothd puts the name into the scan response: only an active scan sees it",
    "bluetoothd goes on advertising while a central is connected; a real meter falls silent",
    "bluetoothd offers the machine's own services beside the meter's",
    "bluetoothd merges notifications that follow within 10 ms, for a central that takes them so",
    "bluetoothd ends a link up to 2 s after it is told to",
  ]
}
