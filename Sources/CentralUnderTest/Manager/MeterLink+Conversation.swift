// What is said over a link that is ready: the probing of an unknown device, the requests, the user's
// commands.

import CoreBluetooth
import SharedProtocols

extension MeterLink {
  /// What becomes of a command of the user's.
  enum Sending {
    case isOnItsWay
    case isTooEarly
    case isNotTaken
  }

  /// Writes a command of the user's, once there is a conversation.
  func send(_ command: [UInt8]) -> Sending {
    guard let serial, !isClosed else { return .isTooEarly }
    return serial.send(command) ? .isOnItsWay : .isNotTaken
  }

  /// The meter sent something.
  func received(_ bytes: [UInt8]) {
    if let serial { serial.received(bytes) } else { probe?.received(bytes) }
  }

  /// A request was acknowledged, or failed.
  func wrote(_ error: (any Error)?) {
    if let serial { serial.wrote(error) } else { probe?.wrote(error) }
  }

  func write(_ bytes: [UInt8], over route: MeterRoute) {
    guard let command = route.command else { return }
    radio.write(bytes, to: command, on: device, route.writeType)
  }

  func makeSerial(over route: MeterRoute) -> BluetoothSerial {
    let serial = BluetoothSerial(
      route.dialect, isAcknowledged: route.writeType == .withResponse,
      identity: BluetoothSerial.Identity(claim: capabilities.claim, seen: capabilities.model),
      settings: settings, scheduler: scheduler,
      write: { [weak self] in self?.write($0, over: route) },
      report: { [weak self] in self?.serialDid($0) })
    self.serial = serial
    return serial
  }

  func probeDid(_ happened: SerialProbe.Report) {
    guard !isClosed else { return }
    switch happened {
    case .requested(let route):
      report(.reached(.communicating))
      report(.event(.log("an unknown device is asked as \(route.dialect.asked)")))
      report(.event(.requested))
    case .rejected(let rejection): report(.event(.rejected(rejection)))
    case .writeFailed(let error): failedToWrite(error)
    case .answered(let route, let reading, let isWriteOutstanding):
      makeSerial(over: route).start(with: reading, isWriteOutstanding: isWriteOutstanding)
    case .unclear(let reason): finish(.retry(reason: "the device is not understood: \(reason)"))
    case .silent:
      finish(.incompatible(reason: "the device answers neither as a UM meter nor as a TC66C"))
    }
  }

  private func serialDid(_ happened: BluetoothSerial.Report) {
    guard !isClosed else { return }
    switch happened {
    case .requested:
      report(.reached(.communicating))
      report(.event(.requested))
    case .listening: report(.reached(.communicating))
    case .sent(let bytes): report(.event(.sent(bytes)))
    case .sendFailed(let bytes, let error):
      report(.event(.sendFailed(bytes, reason: error.localizedDescription)))
    case .reading(let reading):
      report(.reached(.dataIsAvailable))
      report(.event(.measurement(reading)))
    case .rejected(let rejection): report(.event(.rejected(rejection)))
    case .timedOut: report(.event(.timedOut(.measurement)))
    case .writeFailed(let error): failedToWrite(error)
    case .mute: finish(.retry(reason: "the meter does not answer"))
    }
  }

  private func failedToWrite(_ error: any Error) {
    report(.event(.log("a request could not be written: \(error.localizedDescription)")))
    if FailureReaction(to: error) == .pair {
      finish(.pairing(reason: error.localizedDescription))
    }
  }
}
