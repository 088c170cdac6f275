// bluetoothd crashes.

/// bluetoothd ends without a word.
struct BluetoothdKill: HostFaultVerb {
  static let name = "bluetoothdKill"
  static let example = "{host: bluetoothdKill, for: 2s}"
  static let summary = """
    bluetoothd is killed, and started again when the fault is lifted. Central and meters have the same \
    one: what it knew is gone, and the meters come back to the air with it.
    """
  static let parameters: [FaultParameter] = []
  static let proof = "bluetoothd left the bus"

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
  }

  func begin(on host: any FaultHost, _ seen: @escaping () -> Void) {
    host.endBluetoothd(abruptly: true, seen)
  }

  func end(on host: any FaultHost) { host.startBluetoothd() }
}
