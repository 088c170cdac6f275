// Why a meter is not on an adapter.

import BlueZ

/// Which step of putting a meter on the air went wrong, and how.
public struct MeterRegistrationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// One step.
  public enum Step: String, Sendable {
    case setName = "set the adapter's name"
    case registerService = "register the meter's service"
    case advertise = "start advertising"
    case stopAdvertising = "stop advertising"
    case withdrawService = "withdraw the meter's service"
  }

  /// What was attempted.
  public var step: Step
  /// What bluetoothd or the bus said.
  public var error: BusError

  /// One line that names the step and the error.
  public var description: String { "could not \(step.rawValue): \(error)" }
}
