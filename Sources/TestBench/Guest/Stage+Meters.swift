// Putting meters on the air of a guest.

import MeterEmulator
import Records
import VirtualAir

/// A meter that could not be put on the air, and why.
public struct MeterStageError: Error, CustomStringConvertible {
  /// Which one, from 1, and what went wrong.
  public let description: String

  fileprivate init(meter index: Int, _ error: any Error) {
    description = "meter \(index): \(error)"
  }
}

/// Meters, each on an adapter of its own from hci1 on.
extension Stage {
  /// Makes the meters and registers them one after the other, so that the traffic is the same in
  /// each run; `done` gets all of them, or the first failure.
  public func putOnAir(
    _ configurations: [MeterConfiguration],
    _ done: @escaping (Result<[Meter], MeterStageError>) -> Void
  ) {
    putOnAir(configurations[...], after: [], done)
  }

  private func putOnAir(
    _ rest: ArraySlice<MeterConfiguration>, after meters: [Meter],
    _ done: @escaping (Result<[Meter], MeterStageError>) -> Void
  ) {
    guard let next = rest.first else { return done(.success(meters)) }
    let index = meters.count + 1
    let meter: Meter
    do throws(AnnouncementError) {
      meter = try makeMeter(next, onAdapter: index)
    } catch { return done(.failure(MeterStageError(meter: index, error))) }
    register(meter, onAdapter: index) { [self] result in
      if case .failure(let error) = result {
        return done(.failure(MeterStageError(meter: index, error)))
      }
      putOnAir(rest.dropFirst(), after: meters + [meter], done)
    }
  }

  /// Registers meters again, one after the other, once bluetoothd is back and has all adapters
  /// powered; `done` gets the first failure.
  public func putBackOnAir(_ meters: [Meter], _ done: @escaping (MeterStageError?) -> Void) {
    whenPowered { [self] in registerAll(meters[...], done) }
  }

  private func registerAll(
    _ rest: ArraySlice<Meter>, _ done: @escaping (MeterStageError?) -> Void
  ) {
    guard let next = rest.first else { return done(nil) }
    let index = rest.startIndex + 1
    register(next, onAdapter: index) { [self] result in
      if case .failure(let error) = result { return done(MeterStageError(meter: index, error)) }
      registerAll(rest.dropFirst(), done)
    }
  }

  /// A meter, switched on; nobody can find it before `register`. Its radio shows and does what the
  /// meter's would, as far as bluetoothd cannot.
  private func makeMeter(
    _ configuration: MeterConfiguration, onAdapter index: Int
  ) throws(AnnouncementError) -> Meter {
    let radio = air.adapters[index]
    radio.appearance = try Appearance(configuration.announcement)
    radio.serverTraits = ServerTraits(configuration)
    let meter = Meter(
      configuration: configuration, scheduler: loop, records: records, adapterIndex: index)
    // The radio goes silent with the meter's supply.
    meter.onPowerChange = { isPowered in radio.isInRange = isPowered }
    return meter
  }

  /// Registers the meter with bluetoothd; `done` comes once it is on the air, or would be but for
  /// its delay.
  private func register(
    _ meter: Meter, onAdapter index: Int,
    _ done: @escaping (Result<Void, MeterRegistrationError>) -> Void
  ) {
    guard let client else { return }
    meter.register(on: client, adapter: "/org/bluez/hci\(index)", done)
  }
}

extension Appearance {
  /// What a meter wants to be seen as.
  fileprivate init(_ announcement: MeterAnnouncement) throws(AnnouncementError) {
    self.init()
    let packets = try announcement.packets()
    advertisingData = packets.advertisement
    scanResponse = packets.scanResponse
    intervalMilliseconds = Int(announcement.style.interval.wholeNanoseconds / 1_000_000)
    silentWhileConnected = announcement.style.isSilentWhileConnected
  }
}

extension ServerTraits {
  /// The handle to which libsigrok writes a TC66C's commands: FFE9's in the meters with the older
  /// radio. bluetoothd's own services end there, so FFE9 stands behind.
  private static let olderCommandHandle: UInt16 = 0x12

  /// BT_ATT_MAX_LE_MTU of BlueZ's src/shared/att-types.h.
  private static let bluetoothdMTUBytes = 517

  /// What a meter's attribute server does beyond bluetoothd's.
  fileprivate init(_ meter: MeterConfiguration) {
    self.init()
    largestMTUBytes = meter.largestMTUBytes
    let server = meter.server
    switch meter.layout {
    case .olderFactoryTC66C:
      ignoresWriteCommands = true
      // libsigrok found that it asks, and gives a link up that does not answer. For how much it asks is
      // not known: what it agrees to, or what bluetoothd would ask for.
      asksForMTUBytes = meter.largestMTUBytes ?? Self.bluetoothdMTUBytes
      if let commands = server.commands?.handle {
        writeAliases = [Self.olderCommandHandle: commands]
      }
      // The Client Characteristic Configuration is right behind the value.
      if let frames = server.frames?.handle { notifiesUnaskedBy = frames + 1 }
    case .newerFactoryTC66C where meter.refusesWriteRequests:
      if let commands = server.commands?.handle { refusesWriteRequests = [commands] }
    default: break
    }
  }
}
