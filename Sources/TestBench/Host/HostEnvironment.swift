// The machine and its settings as they were handed in, so that nothing below reads them by itself.

/// What the process was started with.
public struct HostEnvironment: Sendable {
  /// The environment variables.
  public let variables: [String: String]
  /// The folder the process was started in, from the root.
  public let workingDirectory: String
  /// This executable's file, from the root.
  public let executable: String

  /// Settings as given.
  public init(variables: [String: String], workingDirectory: String, executable: String) {
    self.variables = variables
    self.workingDirectory = workingDirectory
    self.executable = executable
  }

  /// Where what takes long to make is kept, from the root: METERLOOP_CACHE, or meterloop in the
  /// user's cache.
  public var cacheFolder: String {
    if let named = nonEmpty("METERLOOP_CACHE") { return absolute(named) }
    if let base = nonEmpty("XDG_CACHE_HOME") { return absolute(base) + "/meterloop" }
    return absolute(nonEmpty("HOME") ?? "/") + "/.cache/meterloop"
  }

  /// The value of a variable that is set and not empty.
  public func nonEmpty(_ name: String) -> String? {
    guard let value = variables[name], !value.isEmpty else { return nil }
    return value
  }

  /// The address of the system bus, in D-Bus's form.
  public var systemBus: String {
    nonEmpty("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
  }

  /// The path from the root of a path as the user wrote it.
  public func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : workingDirectory + "/" + path
  }
}
