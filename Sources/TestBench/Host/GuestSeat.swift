// A place for one guest at a time, on one core: a guest that has rested is taken again where it may be.

import EventLoop

/// One of the places of a suite.
public final class GuestSeat {
  /// How many runs a guest has before another is booted, so that what leaks in it stays small.
  private static let runsOfGuest = 64

  private let core: Int
  private var guest: Guest?
  /// Whether the guest is not to be used again.
  public var isTainted = false

  /// An empty seat on this core.
  public init(core: Int) { self.core = core }

  /// Whether no guest is left on it.
  public var isVacant: Bool { guest == nil }

  /// Runs the plan in the guest that rests here, if it serves, or else in a new one, which is started when
  /// the old one is gone. `onEnd` is called once, after this has returned.
  public func take(
    _ plan: GuestPlan, limits: GuestLimits, on loop: EventLoop,
    onStart: @escaping (Guest) -> Void, onProgress: @escaping (Progress) -> Void,
    onEnd: @escaping (Result<GuestEnd, BenchError>) -> Void
  ) {
    let ended = { [unowned self] (end: GuestEnd) in
      if guest?.isResting != true { guest = nil }
      onEnd(.success(end))
    }
    func begin(_ start: () throws(BenchError) -> Guest) {
      do throws(BenchError) { onStart(try start()) } catch {
        loop.after(.zero) { onEnd(.failure(error)) }
      }
    }
    if let guest, guest.isResting, serves(guest, plan) {
      begin { () throws(BenchError) in
        try guest.begin(plan, onProgress: onProgress, onEnd: ended)
        return guest
      }
    } else {
      vacate { [self] in
        begin { () throws(BenchError) in
          let made = try Guest(
            plan, core: core, limits: limits, on: loop, onProgress: onProgress, onEnd: ended)
          guest = made
          return made
        }
      }
    }
  }

  /// Sends the guest away that rests here; `done` is called when it is gone, or at once where there is none.
  public func vacate(_ done: @escaping () -> Void) {
    isTainted = false
    guard let guest else { return done() }
    guest.dismiss { [self] in
      self.guest = nil
      done()
    }
  }

  private func serves(_ guest: Guest, _ plan: GuestPlan) -> Bool {
    !isTainted && plan.stays && guest.runs < Self.runsOfGuest && guest.serves(plan)
  }
}
