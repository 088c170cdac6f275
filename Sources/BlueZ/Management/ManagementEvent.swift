// What the kernel's Bluetooth management channel says (BlueZ, doc/mgmt-api.txt), as far as D-Bus does
// not tell it.

/// An event of the management channel.
public enum ManagementEvent: Equatable, Sendable {
  /// An advertisement was received, its scan response merged into it where there was one.
  case found(DeviceReport)
  /// A link has ended.
  case disconnected(address: String, DisconnectReason)

  /// Why a link has ended, as far as the kernel tells it.
  public enum DisconnectReason: UInt8, CaseIterable, Sendable {
    /// Any other reason.
    case unspecified = 0
    /// The supervision timeout: nothing was heard any more.
    case timeout = 1
    /// A program on this host has ended it.
    case localHost = 2
    /// The other side has ended it.
    case remote = 3
    /// Encrypting it failed.
    case authenticationFailure = 4
    /// This host is going to sleep.
    case localSuspend = 5
  }

  /// An advertisement as it was received.
  public struct DeviceReport: Equatable, Sendable {
    /// The address, as in `00:AA:01:00:00:42`.
    public var address: String
    /// Whether the advertisement allows a connection.
    public var isConnectable: Bool
    /// Type and content of each of its structures, in their order (Core Specification Vol 3 Part C
    /// 11); what a malformed one cuts short is left out.
    public var structures: [(type: UInt8, content: [UInt8])]

    /// A report.
    public init(
      address: String, isConnectable: Bool, structures: [(type: UInt8, content: [UInt8])]
    ) {
      self.address = address
      self.isConnectable = isConnectable
      self.structures = structures
    }

    /// The same report.
    public static func == (a: DeviceReport, b: DeviceReport) -> Bool {
      a.address == b.address && a.isConnectable == b.isConnectable
        && a.structures.elementsEqual(b.structures) {
          $0.type == $1.type && $0.content == $1.content
        }
    }
  }

  /// The event in a packet's parameters, for the adapter of that index; nil for all others and for
  /// malformed ones.
  init?(code: UInt16, parameters: [UInt8]) {
    switch code {
    case 0x000C where parameters.count >= 8:
      let reason = DisconnectReason(rawValue: parameters[7]) ?? .unspecified
      self = .disconnected(address: Self.address(parameters), reason)
    case 0x0012 where parameters.count >= 14:
      let length = Int(parameters[12]) | Int(parameters[13]) << 8
      guard parameters.count >= 14 + length else { return nil }
      self = .found(
        DeviceReport(
          address: Self.address(parameters), isConnectable: parameters[8] & 0x04 == 0,
          structures: Self.structures(parameters[14..<14 + length])))
    default: return nil
    }
  }

  /// The address that the parameters begin with, least byte first.
  static func address(_ parameters: [UInt8]) -> String {
    parameters.prefix(6).reversed().map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "0" + digits : digits
    }.joined(separator: ":")
  }

  private static func structures(
    _ data: ArraySlice<UInt8>
  ) -> [(type: UInt8, content: [UInt8])] {
    var rest = data
    var found: [(type: UInt8, content: [UInt8])] = []
    while let length = rest.first.map(Int.init), length > 0, rest.count > length {
      let type = rest[rest.startIndex + 1]
      found.append((type, Array(rest.dropFirst(2).prefix(length - 1))))
      rest = rest.dropFirst(1 + length)
    }
    return found
  }
}
