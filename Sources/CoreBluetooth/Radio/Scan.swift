// What a manager scans for, and what the adapter must discover so that all get theirs.

import BlueZ

/// One manager's scan.
struct Scan: Sendable {
  /// The services looked for, nil for all devices.
  var services: [CBUUID]?
  /// Whether reports that say nothing new are handed on.
  var allowsDuplicates: Bool

  /// What a device that is looked for by its address needs: everything.
  static let everything = Scan(services: nil, allowsDuplicates: false)

  /// Whether a device that advertises these services is looked for. An empty list finds nothing.
  func wants(_ advertised: [CBUUID]) -> Bool {
    services.map { !Set($0).isDisjoint(with: advertised) } ?? true
  }

  /// The one filter that reports enough for all needs, nil for none.
  ///
  /// bluetoothd keeps one filter for a bus connection; what it reports too much is left out by
  /// `wants`.
  static func filter(for needs: [Scan]) -> DiscoveryFilter? {
    guard !needs.isEmpty else { return nil }
    let services = needs.map(\.services)
    let all = services.contains { $0 == nil }
    let union = Set(services.flatMap { $0 ?? [] }.map(\.fullText))
    return DiscoveryFilter(
      uuids: all ? [] : union.sorted(), reportsDuplicates: needs.contains(where: \.allowsDuplicates)
    )
  }
}
