// CBE-1: codes by Apple's names and numbers, and BlueZ's errors among them.

import BlueZ
import Testing

@testable import CoreBluetooth

@Suite struct ErrorTests {
  @Test("Apple's numbers") func numbers() {
    #expect(CBError.Code.connectionTimeout.rawValue == 6)
    #expect(CBError.Code.peripheralDisconnected.rawValue == 7)
    #expect(CBError.Code.operationNotSupported.rawValue == 13)
    #expect(CBError.Code.unkownDevice == .unknownDevice)
    #expect(CBATTError.Code.insufficientResources.rawValue == 0x11)
  }

  @Test("Caught and cast as on Apple's systems") func shapes() {
    let error: any Error = CBError(.connectionTimeout, "late")
    #expect((error as? CBError)?.code == .connectionTimeout)
    #expect((error as NSError).domain == CBErrorDomain)
    #expect((error as NSError).code == 6)
    #expect(error.localizedDescription == "late")
    do {
      throw error
    } catch CBError.connectionTimeout {
    } catch {
      Issue.record("not caught by its code")
    }
  }

  @Test(
    "BlueZ's errors",
    arguments: [
      (.notPermitted, "Read not permitted", 0x02), (.notPermitted, "Write not permitted", 0x03),
      (.notPermitted, "Not paired", 0x05), (.notSupported, "Operation is not supported", 0x06),
      (.invalidArguments, "Invalid offset", 0x07),
      (.notAuthorized, "Operation Not Authorized", 0x08),
      (.invalidArguments, "Invalid Length", 0x0D),
      (.failed, "Operation failed with ATT error: 0x0e", 0x0E),
      (.failed, "Operation failed with ATT error: 0x81", 0x81),
    ] as [(BlueZError, String, Int)])
  func translation(error: BlueZError, message: String, code: Int) {
    let translated = requestError(BusError(error, message: message)) as NSError
    #expect(translated.domain == CBATTErrorDomain)
    #expect(translated.code == code)
  }

  @Test("An ATT error of a number without a name has that number, and matches no name")
  func numbersWithoutNames() throws {
    let failed = BusError(.failed, message: "Operation failed with ATT error: 0x81")
    let error = try #require(requestError(failed) as? CBATTError)
    #expect(error.errorCode == 0x81)
    #expect(error.code == .unlikelyError)
    var caught = ""
    do { throw error } catch CBATTError.writeNotPermitted { caught = "write" } catch CBATTError
      .unlikelyError
    { caught = "unlikely" } catch { caught = "another" }
    #expect(caught == "another")
  }

  @Test("What is no ATT error is none") func others() {
    #expect(
      (requestError(BusError(.failed, message: "Not connected")) as? CBError)?.code == .notConnected
    )
    #expect(
      (requestError(BusError(.inProgress, message: "In Progress")) as? CBError)?.code == .unknown)
  }
}
