// Which of this machine's adapters a meter is to have.

import BlueZ
import TestBench

extension HostRadio {
  /// Where bluetoothd is, and which adapter is meant.
  public struct Place: Sendable {
    /// The address of the bus, in D-Bus's form.
    public var busAddress: String
    /// The adapter's name, such as `hci0`; nil for the first that is powered.
    public var adapter: String?
    /// The address that the adapter must have, as BlueZ writes it; nil for any.
    public var address: String?

    /// A place.
    public init(busAddress: String, adapter: String?, address: String? = nil) {
      self.busAddress = busAddress
      self.adapter = adapter
      self.address = address
    }

    /// The adapter that is meant, powered and with the right address.
    func adapter(of client: BlueZClient) throws(BenchError) -> Adapter {
      let adapters = client.adapters
      guard !adapters.isEmpty else { throw RadioProblem.noAdapter }
      let found: Adapter
      if let name = adapter {
        guard let named = adapters.first(where: { $0.name == name }) else {
          throw RadioProblem.wrongAdapter(name, there: adapters.map(\.name))
        }
        guard named.isPowered else { throw RadioProblem.notPowered([name]) }
        found = named
      } else {
        guard let powered = adapters.first(where: \.isPowered) else {
          throw RadioProblem.notPowered(adapters.map(\.name))
        }
        found = powered
      }
      if let address, found.address != address {
        throw RadioProblem.address(address, of: found.name, is: found.address)
      }
      return found
    }
  }
}

extension Adapter {
  /// `hci0` of `/org/bluez/hci0`.
  var name: String { String(path.split(separator: "/").last ?? "") }
}

/// The name that an adapter had before it took the meter's.
struct AdapterName {
  /// What to set: nothing where the adapter was called as the machine is, so that it is again, also
  /// after the machine was renamed.
  let alias: String

  init(of adapter: Adapter) {
    let own = adapter.property("Name")?.string
    alias = adapter.alias == own ? "" : adapter.alias ?? ""
  }
}
