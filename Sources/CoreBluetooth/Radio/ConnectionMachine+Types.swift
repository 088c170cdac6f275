// What a connection's machine is given and what it tells.

import BlueZ

extension ConnectionMachine {
  /// What it needs done.
  struct Calls {
    typealias Done = (Result<Void, BusError>) -> Void
    /// Whether bluetoothd has an object for the device.
    var exists: () -> Bool
    /// Whether bluetoothd says that the device is connected.
    var isConnected: () -> Bool
    /// Starts or ends looking for the device.
    var seek: (Bool) -> Void
    /// Runs the work when the adapter is not being switched between scanning and not.
    var whenSettled: (@escaping () -> Void) -> Void
    /// `Device1.Connect`
    var connect: (@escaping Done) -> Void
    /// `Device1.Disconnect`
    var disconnect: (@escaping Done) -> Void
    /// Why a link that nobody here has ended is gone.
    var loss: () -> Loss
  }

  /// What the owner is told.
  enum Report {
    case connecting
    case connected
    case failed(CBError)
    /// Without error if it was asked for. `isReconnecting` says that it is being made again.
    case disconnected(CBError?, isReconnecting: Bool)
  }

  /// The end of a link that nobody here has ended.
  struct Loss {
    var error: CBError
    /// How long it is kept to itself: a link also ends, first of all, when the adapter is switched
    /// off, of which the app is to hear otherwise.
    var grace = Duration.zero
  }

  /// How a connection is wanted.
  struct Wish {
    /// How long an attempt lasts before it is given up, nil for as long as it takes.
    var limit: Duration?
    /// How long to wait before the attempt begins.
    var delay = Duration.zero
    /// Whether a connection that was lost is made again.
    var reconnects = false
  }

  /// Where it stands.
  enum Phase: Equatable {
    case idle
    /// Until the attempt begins.
    case delayed
    /// Until the device is heard again.
    case seeking
    case settling
    /// Connect is on its way.
    case calling
    /// Until it is time to try again: somebody else's Connect is on its way, be it that of a process
    /// before this one, or the own one has just failed.
    case waiting
    /// Connect is on its way and was cancelled.
    case cancelling(Ending)
    case connected
    /// The link is gone, and perhaps the adapter.
    case losing
    /// Disconnect is on its way.
    case closing
  }

  /// Why an attempt ends.
  enum Ending { case asked, timeout }
}
