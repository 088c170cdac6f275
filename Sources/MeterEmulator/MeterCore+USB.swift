// A TC66C at a USB port: the same meter without its radio, and without a delay that is known.

import Records
import SharedProtocols

extension MeterCore {
  /// Takes one command that came over USB; what the meter sends back, which is nothing for most. A
  /// frame has the same faults as over Bluetooth. A meter of the UM series has no such port.
  public func takeOverUSB(_ bytes: [UInt8]) -> [UInt8] {
    guard isPowered, let taken = usbProcessor?.take(bytes, over: .usb) else { return [] }
    log.append("usb.request", ["command": .text(taken.name)], bytes: bytes)
    switch TC66Command(decoding: bytes, over: .usb) {
    case .query?: return Array("firm".utf8)
    case .sendFrame?: return usbFrame()
    case .sendRecording?: return recording()
    case .nextScreen?, .previousScreen?, .rotateScreen?, .update?, nil: return []
    }
  }

  private func usbFrame() -> [UInt8] {
    let reading = electrical.sample(at: scheduler.now)
    do throws(FrameEncodingError) {
      let frame = try usbProcessor?.frame(reading, electrical, surroundings) ?? []
      log.append("usb.frame")
      return alteredAtOnce(frame)
    } catch {
      preconditionFailure("a load within its ranges gave a frame that cannot be sent: \(error)")
    }
  }

  /// The recording: four bytes of voltage in 0.1 mV and four of current in 0.01 mA a record, the
  /// lowest byte first (TheHWcave/TC66).
  private func recording() -> [UInt8] {
    history.loads(at: scheduler.now).flatMap { load in
      Self.word(load.volts * 10_000) + Self.word(load.amperes * 100_000)
    }
  }

  private static func word(_ value: Double) -> [UInt8] {
    let bits = UInt32(min(value.rounded(), Double(UInt32.max)))
    return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: bits >> $0) }
  }
}
