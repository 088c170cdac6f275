// Apple's Core Bluetooth names on Linux, over BlueZ. What is declared here works, or is unavailable with
// the reason, so that the compiler says so and not a run.
//
// Importing this module gives Foundation and Dispatch too, as on Apple's systems: a quarter of the
// files that use Core Bluetooth import nothing else.
//
// One difference cannot be closed: Apple asks a delegate at run time which optional methods it has;
// here they are protocol methods with default implementations. Where a base class conforms and only
// its subclass adds an optional method, the default is called.

@_exported import Dispatch
@_exported import Foundation

/// Seconds since 2001-01-01 00:00 UTC. Apple's code gets it from CoreFoundation.
public typealias CFAbsoluteTime = Double

/// The time now, in seconds since 2001-01-01 00:00 UTC.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime {
  Date().timeIntervalSinceReferenceDate
}
