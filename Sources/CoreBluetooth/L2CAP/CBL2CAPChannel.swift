// A channel between two devices that carries bytes both ways.

import Foundation

/// The number that a channel is opened under; for LE 0x80 to 0xFF (Core Specification Vol 3 Part A
/// 4.22).
public typealias CBL2CAPPSM = UInt16

/// An L2CAP channel with credit-based flow control. Keep it, or its streams: when nobody does, the
/// channel is closed.
open class CBL2CAPChannel: NSObject, @unchecked Sendable {
  private let other: CBPeer
  private let input: ChannelInput
  private let output: ChannelOutput
  private let number: CBL2CAPPSM

  init(_ socket: ChannelSocket, peer: CBPeer, psm: CBL2CAPPSM) {
    other = peer
    input = ChannelInput(socket)
    output = ChannelOutput(socket)
    number = psm
  }

  // Apple declares these three as implicitly unwrapped, and apps' code relies on it.

  /// The other side.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var peer: CBPeer! { other }
  /// What the other side sends. To be opened first; its delegate is called on the run loop that it is
  /// scheduled on.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var inputStream: InputStream! { input }
  /// What the other side gets, under the same terms.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var outputStream: OutputStream! { output }
  /// The number that it was opened under.
  open var psm: CBL2CAPPSM { number }
}
