// A wish to hear of signals, until it is cancelled.

/// A subscription to signals. The bus keeps it until it is cancelled.
public final class SignalSubscription {
  let rule: SignalRule
  private var handler: ((Signal) -> Void)?
  private weak var bus: Bus?

  init(rule: SignalRule, handler: @escaping (Signal) -> Void, bus: Bus) {
    self.rule = rule
    self.handler = handler
    self.bus = bus
  }

  /// Ends the subscription; the handler is not called again, not even for signals on their way.
  public func cancel() {
    guard handler != nil else { return }
    handler = nil
    bus?.cancel(self)
  }

  func deliver(_ signal: Signal) { handler?(signal) }
}
