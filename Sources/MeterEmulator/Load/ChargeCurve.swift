// A device that charges over USB Power Delivery.

import Glibc
import Records

/// The load of a charging device, as a meter in its cable sees it: 5 V without current until the
/// device is plugged in; 5 V and little current while it negotiates; evenly to the contract's
/// voltage and the full current; that current while the battery's voltage rises; then a current
/// that fades exponentially while the battery is held at its voltage; and a trickle when it is
/// full.
public struct ChargeCurve: Sendable, Hashable, Codable {
  /// What the device and its battery do. All can be set; none is any particular device's.
  public struct Parameters: Sendable, Hashable {
    /// The contract's voltage.
    public var volts = 9.0
    /// The current until the battery has its voltage.
    public var amperes = 2.0
    /// The current at 5 V before the contract.
    public var negotiatingAmperes = 0.1
    /// The current below which the battery counts as full.
    public var fullAmperes = 0.1
    /// What goes on flowing then.
    public var trickleAmperes = 0.02
    /// From the start until the device is plugged in.
    public var attachAfter = Duration.seconds(1)
    /// From then to the contract.
    public var negotiation = Duration.milliseconds(500)
    /// From the contract to full voltage and current.
    public var rise = Duration.seconds(1)
    /// How long the full current flows.
    public var constantCurrent = Duration.seconds(3600)
    /// In which time the current fades to 37 % of itself.
    public var fading = Duration.seconds(1800)

    /// The defaults.
    public init() {}
  }

  /// What comes before the fading.
  private let corners: [LoadSegment]
  private let fadeStart: Int64
  private let fading: Int64
  private let fadeEnd: Int64
  private let full: Load
  private let trickle: Load

  /// The voltage before the contract.
  private static let plainVolts = 5.0
  /// An exponential never reaches nothing.
  private static let leastAmperes = 0.001
  /// So many straight lines draw one time constant: nowhere off by more than 0.0002 % of the
  /// current.
  private static let pieces: Int64 = 256

  /// The curve of these parameters. The times are at least a millisecond each, and the current
  /// falls from the full one to that of a full battery, which is at least a milliampere.
  public init(_ parameters: Parameters = Parameters()) throws(ChargeCurveError) {
    let p = parameters
    guard p.fullAmperes >= Self.leastAmperes, p.fullAmperes <= p.amperes,
      p.trickleAmperes <= p.fullAmperes
    else {
      throw .currents
    }
    func load(_ volts: Double, _ amperes: Double) throws(ChargeCurveError) -> Load {
      do throws(LoadError) { return try Load(volts: volts, amperes: amperes) } catch {
        throw .load(error)
      }
    }
    func time(_ name: String, _ duration: Duration) throws(ChargeCurveError) -> Int64 {
      do throws(LoadProgramError) {
        return try LoadTimes.nanoseconds(name, duration, atLeast: .milliseconds(1))
      } catch {
        throw .times(error)
      }
    }
    full = try load(p.volts, p.amperes)
    trickle = try load(p.volts, p.trickleAmperes)
    let idle = try load(Self.plainVolts, 0)
    let negotiating = try load(Self.plainVolts, p.negotiatingAmperes)
    let attached = try time("time before it is plugged in", p.attachAfter)
    let agreed = attached + (try time("negotiation", p.negotiation))
    let risen = agreed + (try time("rise", p.rise))
    fadeStart = risen + (try time("constant current", p.constantCurrent))
    fading = try time("fading", p.fading)
    corners = [
      .steady(idle, from: 0, to: attached), .steady(negotiating, from: attached, to: agreed),
      LoadSegment(start: agreed, end: risen, from: negotiating, to: full),
      .steady(full, from: risen, to: fadeStart),
    ]
    let constants = log(p.amperes / p.fullAmperes)
    fadeEnd = fadeStart + Int64(constants * Double(fading))
  }

  func segment(at nanoseconds: Int64) -> LoadSegment {
    if let corner = corners.first(where: { nanoseconds < $0.end }) { return corner }
    guard nanoseconds < fadeEnd else { return .steady(trickle, from: fadeEnd) }
    let width = max(1, fading / Self.pieces)
    let start = fadeStart + (nanoseconds - fadeStart) / width * width
    let end = min(start + width, fadeEnd)
    return LoadSegment(start: start, end: end, from: faded(start), to: faded(end))
  }

  private func faded(_ nanoseconds: Int64) -> Load {
    let constants = Double(nanoseconds - fadeStart) / Double(fading)
    return Load(clampingVolts: full.volts, amperes: full.amperes * exp(-constants))
  }
}

/// Why a charge curve cannot be.
public enum ChargeCurveError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The currents do not fall from the full one over that of a full battery to the trickle.
  case currents
  /// A voltage or current is none of a load.
  case load(LoadError)
  /// A time is too short or too long.
  case times(LoadProgramError)

  /// One line that names what is wrong.
  public var description: String {
    switch self {
    case .currents:
      "the currents of a charge curve fall: amperes, then fullAmperes, at least 0.001, then "
        + "trickleAmperes"
    case .load(let error): "\(error)"
    case .times(let error): "\(error)"
    }
  }
}
