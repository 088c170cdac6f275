// The steps of a timeline.

import Faults
import MeterEmulator
import Records

/// One step and its place in the file.
public struct Step: Sendable {
  /// Where the step begins.
  public var place: SourcePlace
  /// When it begins, counted from the timeline's start; nil when the step before it has ended.
  public var start: Duration?
  /// What it does.
  public var action: StepAction

  /// Whether it lays or lifts a fault.
  var isOfFault: Bool {
    switch action {
    case .fault, .lift: true
    case .central, .expect, .recover, .wait, .meter: false
    }
  }

  /// Where the step begins, in its file.
  public var position: SourcePosition { place.position }
}

/// What a step does.
public enum StepAction: Sendable {
  /// Tells the central with this index to do something.
  case central(Int, CentralCommand)
  /// Waits for something to be seen, or watches that it is not.
  case expect(Expectation)
  /// Waits for something to be seen, and connects once more where the central rightly gave up.
  case recover(Expectation)
  /// Lays a fault.
  case fault(FaultStep)
  /// Lifts the last fault of this name, `link.outOfRange`, that still lies.
  case lift(fault: String)
  /// Lets time pass.
  case wait(Duration)
  /// Changes a meter: what is plugged into it, or what is set at it.
  case meter(Int, MeterChange)
}

extension StepAction {
  /// What is waited for, or watched.
  var expectation: Expectation? {
    switch self {
    case .expect(let expectation), .recover(let expectation): expectation
    case .central, .fault, .lift, .wait, .meter: nil
    }
  }
}

/// What a central can be told over the driver protocol.
public enum CentralCommand: Sendable, Hashable {
  /// Takes a policy; the harness gives it before the timeline begins.
  case configure(CentralPolicy)
  /// Connects to the meter of this name, or to the first one seen.
  case connect(name: String?)
  /// Disconnects, as a user would.
  case disconnect
  /// Scans for meters.
  case scan
  /// Writes these bytes to the meter.
  case send([UInt8])
  /// Goes to the background, as an app that the user left does.
  case background
  /// Comes back to the foreground.
  case foreground
  /// Ends.
  case quit

  /// The command's name in the protocol.
  public var name: String {
    switch self {
    case .configure: "configure"
    case .connect: "connect"
    case .disconnect: "disconnect"
    case .scan: "scan"
    case .send: "send"
    case .background: "background"
    case .foreground: "foreground"
    case .quit: "quit"
    }
  }
}

/// A fault to be laid.
public struct FaultStep: Sendable {
  /// The verb with its parameters.
  public var fault: any FaultVerb
  /// The meter that it hits, from 0.
  public var meter: Int
  /// The central that it hits, from 0, where it is one central's affair.
  public var central: Int
  /// When it is lifted again by itself; nil never.
  public var duration: Duration?

  /// `link.outOfRange`: the name that records carry.
  public var name: String { type(of: fault).fullName }
}
