// Another program of the machine is quicker.

/// Another program connects to the meter first.
struct InProgress: HostFaultVerb {
  static let name = "inProgress"
  static let example = "{host: inProgress}"
  static let summary = """
    Another program of the machine connects to the meter as soon as bluetoothd knows it. The central's \
    own connect fails, for one is in progress, or finds the meter connected.
    """
  static let parameters: [FaultParameter] = []
  static let isOfOneCentral = true
  static let proof = "the central was told that a call of the kind is in progress"

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
  }

  func begin(on host: any FaultHost, _ seen: @escaping () -> Void) {
    host.connectFirst(seen)
  }

  func end(on host: any FaultHost) { host.connectNoMore() }
}
