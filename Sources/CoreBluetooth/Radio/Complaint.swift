// What Apple's module writes to the system log when it is misused goes to standard error here.

import Foundation

/// Writes one line about a call that was dropped.
func complain(_ misuse: String) {
  FileHandle.standardError.write(Data("[CoreBluetooth] API MISUSE: \(misuse)\n".utf8))
}

/// Writes one line about trouble below that no delegate hears of.
func warn(_ trouble: String) {
  FileHandle.standardError.write(Data("[CoreBluetooth] \(trouble)\n".utf8))
}
