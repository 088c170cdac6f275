// The environment of a program of the user's inside a guest: the user's own, with what the bench
// decides.

/// What a client finds in its environment.
public enum ClientEnvironment {
  /// What the bench alone decides, whatever the user's environment says.
  private static let decided = [
    "METERLOOP_CENTRAL_ADAPTER": "hci0",
    "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/run/dbus/system_bus_socket",
    "TMPDIR": "/tmp",
  ]

  /// `NAME=VALUE` lines, each name once. Only a client with a driver line is told of one.
  public static func lines(_ variables: [String: String], driver: CInt? = nil) -> [String] {
    var variables = variables.merging(decided) { _, decided in decided }
    variables["METERLOOP_DRIVER_FD"] = driver.map { String($0) }
    // It would overrule the adapter decided here in a program on the CoreBluetooth module; the
    // client's own words may set it for a program of several.
    variables["METERLOOP_ADAPTER"] = nil
    // Python orders its sets by this seed, and bleak takes its default adapter from one.
    if variables["PYTHONHASHSEED"] == nil { variables["PYTHONHASHSEED"] = "0" }
    return variables.map { "\($0)=\($1)" }.sorted()
  }
}
