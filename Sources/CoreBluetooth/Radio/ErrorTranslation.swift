// BlueZ's errors as Core Bluetooth's, by the tables of ErrorTable.swift.

import BlueZ
import Foundation

/// The error of a read, write or subscription as Apple's module would give it.
func requestError(_ error: BusError) -> any Error { translated(error, by: requestErrors) }

/// The error of a connect as Apple's module would give it.
func connectError(_ error: BusError) -> CBError {
  translated(error, by: connectErrors) as? CBError
    ?? CBError(.connectionFailed, "the connection failed: \(error)")
}

private func translated(_ error: BusError, by table: [ErrorRow]) -> any Error {
  for row in table where row.matches(error) {
    switch row.code {
    case .attribute(let code): return CBATTError(code, "\(error)")
    case .bluetooth(.connectionFailed):
      return CBError(.connectionFailed, "the connection failed: \(error)")
    case .bluetooth(let code): return CBError(code, "\(error)")
    case .attributeNumber:
      guard let number = row.number(in: error) else { continue }
      // Also numbers that Apple's list has no name for: those from 80 are the application's own.
      return CBATTError(
        _nsError: NSError(
          domain: CBATTErrorDomain, code: number,
          userInfo: [NSLocalizedDescriptionKey: error.message]))
    }
  }
  return CBError(.unknown, "\(error)")
}
