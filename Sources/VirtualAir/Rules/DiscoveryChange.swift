// What a central's discoveries find otherwise than there is.

import SharedProtocols

/// A difference between what a server has and what discoveries show of it.
public enum DiscoveryChange: Sendable, Equatable {
  /// The service is not found.
  case hideService(BluetoothUUID)
  /// The characteristic is not found, nor are its descriptors.
  case hideCharacteristic(BluetoothUUID)
  /// The characteristic is declared with these properties (Core specification 5.3, Vol 3 Part G
  /// 3.3.1.1).
  case declareProperties(of: BluetoothUUID, UInt8)
}

/// What becomes of an answer to a discovery.
enum DiscoveryAnswer: Equatable {
  /// The central gets it.
  case same
  /// The central gets this.
  case changed([UInt8])
  /// Nothing is left of it: the server is asked this for what comes behind, in the central's stead.
  case askAgain([UInt8])
}

/// Makes the answers of one server say what a change wants. A hidden attribute keeps its handle.
final class DiscoveryFilter {
  private let change: DiscoveryChange
  /// The handle of the hidden characteristic's declaration, once it was seen.
  private var hiddenHandle: UInt16?
  /// The declarations that the central got to see.
  private var shownHandles: Set<UInt16> = []

  init(_ change: DiscoveryChange) { self.change = change }

  /// What becomes of the server's answer to a request.
  func filter(_ answer: [UInt8], to request: [UInt8]) -> DiscoveryAnswer {
    guard let code = answer.first, answer.count > 2 else { return .same }
    switch (code, change) {
    case (ATT.readByGroupTypeResponse, .hideService(let uuid)):
      return without(answer, to: request, lastHandleAt: 2) {
        $0.count == 6 && $0.uuid(at: 4) == uuid
      }
    case (ATT.findByTypeValueResponse, .hideService(let uuid)):
      // The request names the service; there is nothing else in the answer.
      guard request.count == 9, request.uuid(at: 7) == uuid else { return .same }
      return .changed(ATT.error(ATT.attributeNotFound, to: request))
    case (ATT.readByTypeResponse, .hideCharacteristic(let uuid))
    where Self.asksForCharacteristics(request):
      return without(answer, to: request, lastHandleAt: 0) { [self] entry in
        let handle = entry.uint16(at: 0) ?? 0
        let isHidden = entry.count == 7 && entry.uuid(at: 5) == uuid
        if isHidden { hiddenHandle = handle } else { shownHandles.insert(handle) }
        return isHidden
      }
    case (ATT.findInformationResponse, .hideCharacteristic):
      return without(answer, to: request, lastHandleAt: 0) { [self] entry in
        entry.uint16(at: 0).map(isHidden) ?? false
      }
    case (ATT.readByTypeResponse, .declareProperties(let uuid, let properties))
    where Self.asksForCharacteristics(request):
      return declaring(answer, uuid, properties)
    default: return .same
    }
  }

  private static func asksForCharacteristics(_ request: [UInt8]) -> Bool {
    request.count == 7 && request.uint16(at: 5) == 0x2803
  }

  /// Whether an attribute is the hidden characteristic's: from its declaration to the next one.
  private func isHidden(_ handle: UInt16) -> Bool {
    guard let hiddenHandle, handle >= hiddenHandle else { return false }
    return !shownHandles.contains { $0 > hiddenHandle && $0 <= handle }
  }

  private func without(
    _ answer: [UInt8], to request: [UInt8], lastHandleAt place: Int,
    _ isHidden: (ArraySlice<UInt8>) -> Bool
  ) -> DiscoveryAnswer {
    let entries = answer.entries
    let left = entries.filter { !isHidden($0) }
    if left.count == entries.count { return .same }
    if !left.isEmpty { return .changed(Array(answer[..<2]) + left.joined()) }
    guard let last = entries.last?.uint16(at: place), let end = request.uint16(at: 3), last < end
    else { return .changed(ATT.error(ATT.attributeNotFound, to: request)) }
    return .askAgain([request[0]] + (last + 1).littleEndian2 + request[3...])
  }

  private func declaring(
    _ answer: [UInt8], _ uuid: BluetoothUUID, _ properties: UInt8
  ) -> DiscoveryAnswer {
    var changed = Array(answer[..<2])
    for var entry in answer.entries {
      if entry.count == 7, entry.uuid(at: 5) == uuid { entry[entry.startIndex + 2] = properties }
      changed += entry
    }
    return changed == answer ? .same : .changed(changed)
  }
}

extension Collection where Element == UInt8 {
  fileprivate func uuid(at offset: Int) -> BluetoothUUID? {
    uint16(at: offset).map { BluetoothUUID($0) }
  }
}

extension [UInt8] {
  /// The entries of a discovery's answer, whose second byte says how long each is or, for Find
  /// Information, of which of two lengths.
  fileprivate var entries: [ArraySlice<UInt8>] {
    let word = Int(self[1])
    let length = self[0] == ATT.findInformationResponse ? (word == 1 ? 4 : 18) : word
    guard length > 0 else { return [] }
    return stride(from: 2, through: count - length, by: length).map { self[$0..<($0 + length)] }
  }
}
