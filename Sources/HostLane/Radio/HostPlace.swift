// Which of this machine's adapters a meter is to have.

import BlueZ
import CLinux
import Glibc
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
    /// The option that names the adapter, for messages.
    public var option: String

    /// A place.
    public init(
      busAddress: String, adapter: String?, address: String? = nil, option: String = "--adapter"
    ) {
      self.option = option
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
          throw RadioProblem.wrongAdapter(name, there: adapters.map(\.name), option)
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

  /// What an earlier emulation of this meter left when it was killed is not the adapter's own.
  init(of adapter: Adapter, beforeTaking meterName: String) {
    let own = adapter.property("Name")?.string
    alias = adapter.alias == own || adapter.alias == meterName ? "" : adapter.alias ?? ""
  }
}

/// The claim of one emulation on an adapter. bluetoothd would take several meters, but an adapter has
/// one name, and whoever came second would take the first one's for the adapter's own.
///
/// It is the name of an abstract Unix socket (unix(7)), of which the kernel gives each to one program
/// of the machine's network, and which is free again however the program ends.
final class AdapterClaim {
  private let descriptor: CInt

  /// What tells one bus from another is at its address's end; a socket's name has 107 bytes.
  private static let longestPlaceBytes = 80

  /// Claims an adapter of the bluetoothd on this bus; an error where another program has.
  init(of adapter: Adapter, at place: HostRadio.Place) throws(BenchError) {
    let option = place.option
    let place = "\(place.busAddress) \(adapter.name)".utf8.suffix(Self.longestPlaceBytes)
    let name = [0] + Array("meterloop emulate ".utf8) + place
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + name.count } ?? 0
    descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let failed = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(length)) != 0
      }
    }
    // Where it cannot be asked for at all, the adapter is not refused for that.
    guard failed, errno == EADDRINUSE else { return }
    throw RadioProblem.taken(adapter.name, option)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
