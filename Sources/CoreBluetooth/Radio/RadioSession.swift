// What the radio asks of a manager's doings, whichever role it has.

import BlueZ

/// One manager's doings on the radio thread.
protocol RadioSession: AnyObject {
  /// The state of Bluetooth as the radio has it.
  var radioState: CBManagerState { get set }
  /// What the adapter must discover for this manager.
  var needs: [Scan] { get }
  /// Something of bluetoothd's is another.
  func changed(_ change: BlueZChange)
}
