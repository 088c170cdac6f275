// What a manager scans for, and what the adapter must discover so that all get theirs.

import BlueZ
import Foundation

/// One manager's scan.
struct Scan: Sendable {
  /// The services looked for, nil for all devices.
  var services: [CBUUID]?
  /// Services that a device may look for itself to be found.
  var solicited: [CBUUID] = []
  /// Whether reports that say nothing new are handed on.
  var allowsDuplicates: Bool

  /// What a device that is looked for by its address needs: everything.
  static let everything = Scan(services: nil, allowsDuplicates: false)

  init(services: [CBUUID]?, solicited: [CBUUID] = [], allowsDuplicates: Bool) {
    self.services = services
    self.solicited = solicited
    self.allowsDuplicates = allowsDuplicates
  }

  /// From Apple's arguments; numbers are NSNumbers there, whatever literal they were written as.
  init(services: [CBUUID]?, options: [String: Any]?) {
    let duplicates = options?[CBCentralManagerScanOptionAllowDuplicatesKey] as? NSNumber
    let solicited = options?[CBCentralManagerScanOptionSolicitedServiceUUIDsKey] as? [CBUUID]
    self.init(
      services: services, solicited: solicited ?? [],
      allowsDuplicates: duplicates?.boolValue ?? false)
  }

  /// Apple's options for it.
  var options: [String: Any] {
    var options: [String: Any] = [
      CBCentralManagerScanOptionAllowDuplicatesKey: NSNumber(value: allowsDuplicates)
    ]
    if !solicited.isEmpty {
      options[CBCentralManagerScanOptionSolicitedServiceUUIDsKey] = solicited
    }
    return options
  }

  /// What is left of it in the background, as on iOS: without services it finds nothing, and
  /// duplicates are merged.
  var inBackground: Scan? {
    services.map { Scan(services: $0, solicited: solicited, allowsDuplicates: false) }
  }

  /// Whether a device that advertises these services, and looks for those, is looked for. An empty
  /// list finds nothing.
  func wants(_ advertised: [CBUUID], soliciting: [CBUUID] = []) -> Bool {
    guard let services else { return true }
    return !Set(services).isDisjoint(with: advertised)
      || !Set(solicited).isDisjoint(with: soliciting)
  }

  /// The one filter that reports enough for all needs, nil for none.
  ///
  /// bluetoothd keeps one filter for a bus connection; what it reports too much is left out by
  /// `wants`. It knows nothing of services that a device looks for.
  static func filter(for needs: [Scan]) -> DiscoveryFilter? {
    guard !needs.isEmpty else { return nil }
    let all = needs.contains { $0.services == nil || !$0.solicited.isEmpty }
    let union = Set(needs.flatMap { $0.services ?? [] }.map(\.fullText))
    return DiscoveryFilter(
      uuids: all ? [] : union.sorted(), reportsDuplicates: needs.contains(where: \.allowsDuplicates)
    )
  }
}
