// The environment of a program of the user's that is judged: the user's own, with what its lane decides.

/// What a client finds in its environment.
public enum ClientEnvironment {
  /// What the bench alone decides, whatever the user's environment says.
  private static let ofGuest = [
    "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/run/dbus/system_bus_socket",
    "TMPDIR": "/tmp",
  ]

  private static let adapterVariable = "METERLOOP_CENTRAL_ADAPTER"

  /// The lines of another client, for one on this adapter.
  public static func lines(_ lines: [String], onAdapter adapter: Int) -> [String] {
    lines.map { $0.hasPrefix("\(adapterVariable)=") ? "\(adapterVariable)=hci\(adapter)" : $0 }
  }

  /// `NAME=VALUE` lines, each name once, for a client on this adapter. Only a client with a driver line
  /// is told of one.
  public static func lines(
    _ variables: [String: String], driver: CInt? = nil, adapter: Int = 0
  ) -> [String] {
    self.lines(variables.merging(ofGuest) { _, decided in decided }, driver, "hci\(adapter)")
  }

  /// `NAME=VALUE` lines for a client on an adapter of this machine, whose bluetoothd is on this bus.
  public static func lines(
    _ variables: [String: String], driver: CInt, hostAdapter: String, busAddress: String
  ) -> [String] {
    let ofHost = ["DBUS_SYSTEM_BUS_ADDRESS": busAddress]
    return lines(variables.merging(ofHost) { _, decided in decided }, driver, hostAdapter)
  }

  private static func lines(
    _ variables: [String: String], _ driver: CInt?, _ adapter: String
  ) -> [String] {
    var variables = variables
    variables[adapterVariable] = adapter
    variables["METERLOOP_DRIVER_FD"] = driver.map { String($0) }
    // It would overrule the adapter decided here in a program on the CoreBluetooth module; the
    // client's own words may set it for a program of several.
    variables["METERLOOP_ADAPTER"] = nil
    // Python orders its sets by this seed, and bleak takes its default adapter from one.
    if variables["PYTHONHASHSEED"] == nil { variables["PYTHONHASHSEED"] = "0" }
    return variables.map { "\($0)=\($1)" }.sorted()
  }
}
