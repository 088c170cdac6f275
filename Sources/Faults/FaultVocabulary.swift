// All faults that there are.

/// The verbs, by level and then in the order of the help.
public enum FaultVocabulary {
  /// Every verb.
  public static let all: [any FaultVerb.Type] = [
    BadChecksum.self, Truncate.self, Extend.self, FlipBits.self, WrongModel.self, WrongKey.self,
    StaleBytes.self, Garbage.self, Replay.self, DropChunk.self, DuplicateChunk.self,
    ReorderChunks.self, Resplit.self, Interleave.self,
    NoAnswer.self, ErrorAnswer.self, Delay.self, Mute.self, MissingService.self,
    MissingCharacteristic.self, WrongProperties.self, RefuseWriteType.self,
    IgnoreWriteCommand.self, ServiceChanged.self, StaleCache.self, Unsolicited.self, Packet.self,
    NoName.self, NameInScanResponse.self, WrongName.self, ContradictoryName.self,
    NoServices.self, WrongManufacturer.self, Malformed.self, NonConnectable.self, Interval.self,
    Stop.self, AddressChange.self, Flags.self,
    OutOfRange.self, Disconnect.self, ConnectFailure.self, Loss.self, Latency.self, Jitter.self,
    RSSI.self, MTU.self, SupervisionTimeout.self, ConnectionParametersFault.self,
    AdapterOff.self, BluetoothdRestart.self, BluetoothdKill.self, InProgress.self,
    NotPermitted.self, Unauthorized.self,
  ]

  /// The verb of this level and name, if there is one.
  public static func verb(level: FaultLevel, name: String) -> (any FaultVerb.Type)? {
    all.first { $0.level == level && $0.name == name }
  }
}

extension FaultVerb {
  /// A fault with the values that a scenario gave.
  public static func make(_ values: [String: FaultValue]) throws(FaultArgumentError) -> Self {
    try Self(FaultArguments(values, for: parameters))
  }
}
