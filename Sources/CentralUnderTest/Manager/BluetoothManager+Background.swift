// The app in the background: there a lost meter is tried again for ten minutes, then not before the user
// is back.

extension BluetoothManager {
  /// The app is in the background from now on.
  public func enterBackground() {
    guard !isInBackground else { return }
    isInBackground = true
    backgroundLimit = scheduler.after(settings.backgroundReconnectLimit) { [weak self] in
      self?.suspendReconnecting()
    }
  }

  /// The app is in the foreground again; a reconnect that was held back begins with its delay.
  public func enterForeground() {
    guard isInBackground else { return }
    isInBackground = false
    backgroundLimit?.cancel()
    backgroundLimit = nil
    guard isReconnectSuspended else { return }
    isReconnectSuspended = false
    guard case .waitingForForeground(let next) = phase else { return }
    emit(.log("in the foreground again: reconnecting goes on"))
    wait(for: next)
  }

  /// An attempt that is under way is left to end; none begins after it.
  private func suspendReconnecting() {
    isReconnectSuspended = true
    guard case .waiting(let work, let next) = phase else { return }
    work.cancel()
    hold(next)
  }

  /// Keeps an attempt for when the app is in the foreground again.
  func hold(_ next: ReconnectPolicy.Attempt) {
    phase = .waitingForForeground(next)
    emit(.log("too long in the background: reconnecting is off until the foreground"))
  }
}
