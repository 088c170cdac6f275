// The app's results as the errors that bluetoothd makes ATT errors of.

import BlueZ

extension CBATTError.Code {
  /// What bluetoothd is to be told: nil for success. bluetoothd 5.66 can pass on few codes; any other
  /// reaches the central as 0E, unlikely error.
  func failure(ofRead isRead: Bool) -> GattFailure? {
    switch self {
    case .success: nil
    case .readNotPermitted where isRead: .notPermitted
    case .writeNotPermitted where !isRead: .notPermitted
    case .requestNotSupported: .notSupported
    case .invalidOffset: .invalidOffset
    case .insufficientAuthorization: .notAuthorized
    case .invalidAttributeValueLength: .invalidValueLength
    default: .unlikely
    }
  }
}
