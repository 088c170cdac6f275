// Bluetooth is switched off.

/// The central's adapter is off.
struct AdapterOff: HostFaultVerb {
  static let name = "adapterOff"
  static let example = "{host: adapterOff, for: 10s}"
  static let summary = """
    The central's adapter is switched off, and on again when the fault is lifted. Links are gone, and \
    nothing can be scanned or connected meanwhile.
    """
  static let parameters: [FaultParameter] = []
  static let isOfOneCentral = true
  static let proof = "bluetoothd said that the adapter is off"

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
  }

  func begin(on host: any FaultHost, _ seen: @escaping () -> Void) {
    host.setPowered(false, seen)
  }

  func end(on host: any FaultHost) { host.setPowered(true) {} }
}
