// Who owns a name on the bus, and when that changes.

/// Follows the owner of a bus name until it is cancelled or let go.
public final class NameWatch {
  private var subscription: SignalSubscription?

  /// Calls `changed` with the owner's unique name, or nil when there is none: once for how things
  /// stand, then at every change.
  public init(bus: Bus, name: String, _ changed: @escaping (String?) -> Void) {
    // Both the signals and the answer come from the bus itself and so in order: the last one is true.
    subscription = bus.onSignal(
      SignalRule(
        sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus",
        member: "NameOwnerChanged", firstArgument: name)
    ) { signal in
      guard signal.arguments.count == 3, let owner = signal.arguments[2].string else { return }
      changed(owner.isEmpty ? nil : owner)
    }
    bus.callBus("GetNameOwner", [.string(name)]) { [weak self, weak bus] result in
      guard self?.subscription != nil else { return }
      switch result {
      case .success(let values): changed(values.first?.string)
      case .failure(let error):
        if error.name != "org.freedesktop.DBus.Error.NameHasNoOwner" { bus?.report(result) }
        changed(nil)
      }
    }
  }

  deinit { cancel() }

  /// Ends the watching.
  public func cancel() {
    subscription?.cancel()
    subscription = nil
  }
}
