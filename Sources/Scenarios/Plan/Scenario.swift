// What a scenario file says, once it has been understood: plain values that know their places.

import MeterEmulator
import Records
import SharedProtocols
import TestBench

/// One scenario: who takes part, and what happens when.
public struct Scenario: Sendable {
  /// The file it came from.
  public var source: SourceText
  /// The row of the file's `cases:` that it is; nil where the file has none.
  public var caseLabel: String?
  /// Its title, one sentence.
  public var title: String
  /// The requirements that it covers, by id.
  public var covers: [String]
  /// The meters on the air; meter n is on adapter n + 1.
  public var meters: [MeterPlan]
  /// The centrals that are judged, at least one.
  public var centrals: [CentralPlan]
  /// What the central's policy is set to.
  public var policy: CentralPolicy
  /// Whether the scenario itself set any of it, so that a central must be able to follow.
  public var setsPolicy: Bool
  /// The rules that hold from beginning to end, by name.
  public var always: [String]
  /// The steps, in order.
  public var timeline: [Step]
  /// How long the whole may take before the central counts as hung.
  public var limit: Duration
  /// The texts of the files that it includes, and of the tables of its recordings, by path.
  public var attachments: [String: String]

  /// What it is called in reports: `backoff.yaml`, or `backoff.yaml[UM25C]` for a row of a table.
  public var name: String { source.file + (caseLabel.map { "[\($0)]" } ?? "") }

  /// The limit of a scenario that names none.
  public static let defaultLimit = Duration.seconds(600)
}

/// A meter that a scenario puts on the air.
public struct MeterPlan: Sendable {
  /// Where the file speaks of it.
  public var position: SourcePosition
  /// What it is.
  public var configuration: MeterConfiguration

  /// Which meter it is.
  public var model: MeterModel { configuration.model }
  /// The name that it advertises.
  public var name: String { configuration.name }
}

/// The settings of a central's policy.
public struct CentralPolicy: Sendable, Hashable {
  /// Whether only meters as documented are looked for, or those on sale too.
  public var profile = MeterProfile.documented
  /// After how many attempts in a row a central gives up; nil never.
  public var attemptCap: Int? = 3
  /// When a connect is given up; nil never.
  public var connectTimeout: Duration? = .seconds(30)
  /// When a service discovery is given up.
  public var serviceDiscoveryTimeout: Duration = .seconds(5)
  /// When a measurement is requested again.
  public var measurementTimeout: Duration = .seconds(3)
  /// From a measurement to the next request.
  public var pollInterval: Duration = .milliseconds(500)

  /// The suite's defaults: RETRY-2, CONN-5, DISC-2 and COMM-5.
  public init() {}
}
