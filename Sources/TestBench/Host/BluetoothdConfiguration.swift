// The main.conf of a run's bluetoothd, written for each run and kept in its folder.

/// The settings of bluetoothd that a run may differ in, and those that all share.
public struct BluetoothdConfiguration: Sendable, Hashable {
  /// Whether GATT objects outlive the link. Core Bluetooth forgets them, so `no` is the default.
  public var cache = "no"
  /// The ATT MTU that bluetoothd offers, 48 to 517 bytes; the smallest that 5.66 starts with is 48.
  public var exchangeMTUBytes = 517

  /// The defaults.
  public init() {}

  /// The file's text.
  public var text: String {
    """
    [General]
    # No Device Information service of bluetoothd's own: handles from 0x12 on are the meter's.
    DeviceID = false
    # The peripheral side does not read the central as a client would.
    ReverseServiceDiscovery = false

    [GATT]
    Cache = \(cache)
    ExchangeMTU = \(exchangeMTUBytes)
    # ATT stays on its fixed channel, as on a real meter, which has no enhanced ATT.
    Channels = 1

    [Policy]
    AutoEnable = true

    """
  }
}
