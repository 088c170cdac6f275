// bluetoothd is restarted, as by an update.

/// bluetoothd ends in good order and comes back.
struct BluetoothdRestart: HostFaultVerb {
  static let name = "bluetoothdRestart"
  static let example = "{host: bluetoothdRestart, for: 2s}"
  static let summary = """
    bluetoothd is asked to end, and started again when the fault is lifted. Central and meters have the \
    same one: links are gone, and the meters come back to the air with it.
    """
  static let parameters: [FaultParameter] = []
  static let proof = "bluetoothd left the bus"

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
  }

  func begin(on host: any FaultHost, _ seen: @escaping () -> Void) {
    host.endBluetoothd(abruptly: false, seen)
  }

  func end(on host: any FaultHost) { host.startBluetoothd() }
}
