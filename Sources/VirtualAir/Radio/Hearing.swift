// One radio listening to another that advertises.

import Records

/// What the air shows of an adapter's advertising, as far as it is recorded.
struct ShownAdvertising: Equatable {
  let type: AdvertisingType
  let intervalMilliseconds: Int
}

/// A listener and an advertiser, and the time of the next advertisement between them.
///
/// Each pair keeps its own time, from the moment both are on: the first advertisement is heard
/// soon, and at the same virtual time in every run, whoever began first.
final class Hearing {
  /// From the moment that one listens and the other advertises to the first advertisement: late
  /// enough for the controller's answer to the command to have reached the host.
  static let firstAfter = Duration.milliseconds(5)

  unowned let listener: RadioAdapter
  unowned let advertiser: RadioAdapter
  var next: (any ScheduledWork)?
  /// Rules by which an advertisement went unheard or was heard otherwise here already, which is
  /// recorded once.
  var noted: Set<ObjectIdentifier> = []

  init(listener: RadioAdapter, advertiser: RadioAdapter) {
    self.listener = listener
    self.advertiser = advertiser
  }
}

extension RadioAdapter {
  /// Whether it listens for advertisements.
  var isListening: Bool { scan.isEnabled || request != nil }

  /// Its advertising as others can hear it; nil while it is silent.
  var advertisingNow: ShownAdvertising? {
    let shown = shownAppearance
    guard advertising.isEnabled, shown.address != nil else { return nil }
    if appearance.silentWhileConnected,
      links.values.contains(where: { $0.peripheral.adapter === self })
    {
      return nil
    }
    return ShownAdvertising(type: shown.type, intervalMilliseconds: shown.intervalMilliseconds)
  }

  /// The address in its advertisements; nil while it is not known.
  var shownAddress: RadioAddress? { shownAppearance.address }

  /// What it shows by its own doing and by the rules that are in force.
  var shownAppearance: ShownAppearance {
    var shown = ownAppearance
    for change in air.advertisingChanges(of: self) { shown.apply(change.change) }
    return shown
  }

  /// What it shows where no rule has it otherwise.
  var ownAppearance: ShownAppearance {
    ShownAppearance(
      type: appearance.type ?? advertising.type,
      intervalMilliseconds: appearance.intervalMilliseconds,
      address: appearance.address.map { RadioAddress($0, isRandom: appearance.addressIsRandom) }
        ?? ownAddress(isRandom: advertising.usesRandomAddress),
      advertisement: appearance.advertisingData ?? advertising.data,
      scanResponse: appearance.scanResponse ?? advertising.scanResponse, rssi: appearance.rssi)
  }

  /// The rules by which what it shows is another than without them.
  var effectiveAdvertisingRules: [InstalledRule] {
    var shown = ownAppearance
    var effective: [InstalledRule] = []
    for (installed, change) in air.advertisingChanges(of: self) {
      let before = shown
      shown.apply(change)
      if shown != before { effective.append(installed) }
    }
    return effective
  }

  /// Its own address of a kind, as its host set it.
  func ownAddress(isRandom: Bool) -> RadioAddress? {
    (isRandom ? randomAddress : address).map { RadioAddress($0, isRandom: isRandom) }
  }

  /// Whether its pending LE Create Connection is for this address.
  func wantsConnection(to peer: RadioAddress) -> Bool {
    guard let request else { return false }
    return request.peer.map { $0 == peer } ?? acceptList.contains(peer)
  }

  /// Whether an advertisement under this address would matter to it.
  func looks(for peer: RadioAddress) -> Bool { wantsConnection(to: peer) || scans(for: peer) }

  /// Whether its scan lets reports of this address through.
  func scans(for peer: RadioAddress) -> Bool {
    scan.isEnabled && (!scan.onlyAcceptList || acceptList.contains(peer))
  }
}
