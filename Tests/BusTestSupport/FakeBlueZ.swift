// What a test needs of bluetoothd: its name, its object manager, and answers as the test has them.

import BlueZ
import Testing

/// Stands in for bluetoothd on a private bus.
package final class FakeBlueZ {
  package let bus: Bus
  package let manager: ObjectManager
  /// Properties by path and interface, as the objects give them.
  private var properties: [String: [String: [String: BusValue]]] = [:]
  /// Calls of interfaces' methods, by `interface.member`.
  package var methods: [String: (IncomingCall) -> Void] = [:]
  /// The methods called, in order, as `path interface.member`.
  package var called: [String] = []

  /// Comes onto the bus with what `prepare` adds already there.
  package init(_ test: PrivateBus, _ prepare: (FakeBlueZ) throws -> Void = { _ in }) throws {
    bus = try test.connect()
    manager = ObjectManager(bus: bus, root: "/")
    try prepare(self)
    try test.wait { bus.requestName("org.bluez", $0) }.get()
  }

  package func add(
    _ path: String, _ interface: String, _ values: [String: BusValue], methods: [String] = []
  ) throws {
    properties[path, default: [:]][interface] = values
    try manager.add(
      ExportedObject(
        path: path,
        interfaces: [
          ExportedInterface(
            interface, properties: { [weak self] in self?.properties[path]?[interface] ?? [:] },
            methods: Dictionary(
              uniqueKeysWithValues: methods.map { member in
                (member, { [weak self] in self?.answer($0, interface) })
              }))
        ]))
  }

  package func remove(_ path: String) throws {
    properties[path] = nil
    try manager.remove(path)
  }

  package func change(
    _ path: String, _ interface: String, _ values: [String: BusValue], lost: [String] = []
  ) throws {
    properties[path]?[interface]?.merge(values) { _, new in new }
    for name in lost { properties[path]?[interface]?[name] = nil }
    try bus.emitPropertiesChanged(path, interface, values, lost: lost)
  }

  private func answer(_ call: IncomingCall, _ interface: String) {
    called.append("\(call.path) \(interface).\(call.member)")
    guard let method = methods["\(interface).\(call.member)"] else { return call.reply() }
    method(call)
  }
}
