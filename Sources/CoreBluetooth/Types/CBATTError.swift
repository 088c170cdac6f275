// What a peripheral's attribute server can answer.

import Foundation

/// The domain of `CBATTError` as an NSError.
public let CBATTErrorDomain = "CBATTErrorDomain"

/// An error that the attribute protocol carried; the numbers are the protocol's.
public struct CBATTError: _BridgedStoredNSError, @unchecked Sendable {
  // Foundation's own protocol for errors that are NSErrors underneath, so that `as? CBATTError`,
  // `as NSError` and `catch CBATTError.writeNotPermitted` work as they do on Apple's systems. A bare NSError of
  // the domain does not cast on Linux, so the module hands out values of this type.

  /// The error underneath.
  public let _nsError: NSError

  /// From an NSError of the domain.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain.
  public static var _nsErrorDomain: String { CBATTErrorDomain }
  /// The domain.
  public static var errorDomain: String { CBATTErrorDomain }

  /// The number's name; `unlikelyError` for one that has none, as those that peripherals make up from
  /// 0x80 on. `errorCode` is the number itself.
  public var code: Code { Code(rawValue: _nsError.code) ?? .unlikelyError }

  /// The numbers, Apple's.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error that the numbers belong to.
    public typealias _ErrorType = CBATTError
    /// Whether an error has this number, for `catch`. Foundation's own traps on numbers without a name.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? CBATTError)?.errorCode == code.rawValue
    }
    /// The request succeeded.
    case success = 0
    /// The attribute handle is not valid on this peripheral.
    case invalidHandle = 1
    /// The attribute cannot be read.
    case readNotPermitted = 2
    /// The attribute cannot be written.
    case writeNotPermitted = 3
    /// The request was not understood.
    case invalidPdu = 4
    /// The attribute needs authentication.
    case insufficientAuthentication = 5
    /// The peripheral does not support the request.
    case requestNotSupported = 6
    /// The offset is past the end of the value.
    case invalidOffset = 7
    /// The attribute needs authorization.
    case insufficientAuthorization = 8
    /// Too many prepared writes are queued.
    case prepareQueueFull = 9
    /// No attribute was found in the range.
    case attributeNotFound = 10
    /// The attribute cannot be read or written in parts.
    case attributeNotLong = 11
    /// The encryption key is too short.
    case insufficientEncryptionKeySize = 12
    /// The value's length is not right for the attribute.
    case invalidAttributeValueLength = 13
    /// The peripheral met an error that it did not expect.
    case unlikelyError = 14
    /// The attribute needs encryption.
    case insufficientEncryption = 15
    /// The attribute type cannot group others.
    case unsupportedGroupType = 16
    /// The peripheral has too few resources.
    case insufficientResources = 17
  }

  /// The request succeeded.
  public static var success: Code { .success }
  /// The attribute handle is not valid on this peripheral.
  public static var invalidHandle: Code { .invalidHandle }
  /// The attribute cannot be read.
  public static var readNotPermitted: Code { .readNotPermitted }
  /// The attribute cannot be written.
  public static var writeNotPermitted: Code { .writeNotPermitted }
  /// The request was not understood.
  public static var invalidPdu: Code { .invalidPdu }
  /// The attribute needs authentication.
  public static var insufficientAuthentication: Code { .insufficientAuthentication }
  /// The peripheral does not support the request.
  public static var requestNotSupported: Code { .requestNotSupported }
  /// The offset is past the end of the value.
  public static var invalidOffset: Code { .invalidOffset }
  /// The attribute needs authorization.
  public static var insufficientAuthorization: Code { .insufficientAuthorization }
  /// Too many prepared writes are queued.
  public static var prepareQueueFull: Code { .prepareQueueFull }
  /// No attribute was found in the range.
  public static var attributeNotFound: Code { .attributeNotFound }
  /// The attribute cannot be read or written in parts.
  public static var attributeNotLong: Code { .attributeNotLong }
  /// The encryption key is too short.
  public static var insufficientEncryptionKeySize: Code { .insufficientEncryptionKeySize }
  /// The value's length is not right for the attribute.
  public static var invalidAttributeValueLength: Code { .invalidAttributeValueLength }
  /// The peripheral met an error that it did not expect.
  public static var unlikelyError: Code { .unlikelyError }
  /// The attribute needs encryption.
  public static var insufficientEncryption: Code { .insufficientEncryption }
  /// The attribute type cannot group others.
  public static var unsupportedGroupType: Code { .unsupportedGroupType }
  /// The peripheral has too few resources.
  public static var insufficientResources: Code { .insufficientResources }

  /// An error with Apple's number and a sentence for people.
  init(_ code: Code, _ sentence: String) {
    self.init(code, userInfo: [NSLocalizedDescriptionKey: sentence])
  }
}
