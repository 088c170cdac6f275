// CBE-1: the published table is the one that the module works by.

import BlueZ
import Glibc
import Testing

@testable import CoreBluetooth

@Suite struct ErrorDocsTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "docs/core-bluetooth.md")

  private func table(_ rows: [ErrorRow]) -> String {
    let lines = rows.map { row in
      let name = row.name.map { "`\($0.replacing("org.bluez.Error.", with: ""))`" } ?? "any"
      let code =
        switch row.code {
        case .bluetooth(let code): "`CBError.\(code)` (\(code.rawValue))"
        case .attribute(let code): "`CBATTError.\(code)` (\(code.rawValue))"
        case .attributeNumber: "`CBATTError` with that number"
        }
      let text = row.message.map { "\"\($0)\"" } ?? "any"
      return "| \(name) | \(text) | \(code) | \(row.loss) |"
    }
    return """
      | BlueZ's error | Its text | Becomes | What is lost |
      | --- | --- | --- | --- |
      \(lines.joined(separator: "\n"))

      """
  }

  private var losses: String {
    let names: [(ManagementEvent.DisconnectReason?, String)] = [
      (.timeout, "1, timeout"), (.localHost, "2, by this host"), (.remote, "3, by the peripheral"),
      (.authenticationFailure, "4, authentication failure"), (.localSuspend, "5, suspend"),
      (.unspecified, "0, any other"), (nil, "not known"),
    ]
    let lines = names.map { reason, name in
      let code = lossError(reason).code
      return "| \(name) | `CBError.\(code)` (\(code.rawValue)) |"
    }
    return "| Reason | Becomes |\n| --- | --- |\n\(lines.joined(separator: "\n"))\n"
  }

  @Test("docs/core-bluetooth.md holds the tables; METERLOOP_WRITE_GOLDEN=1 writes them")
  func published() throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    var written = page
    for (name, table) in [
      ("requests", table(requestErrors)), ("connects", table(connectErrors)), ("losses", losses),
    ] {
      let begin = try #require(written.range(of: "<!-- table: \(name) -->\n"))
      let end = try #require(
        written.range(of: "<!-- end -->", range: begin.upperBound..<written.endIndex))
      written.replaceSubrange(begin.upperBound..<end.lowerBound, with: table)
    }
    if getenv("METERLOOP_WRITE_GOLDEN") != nil {
      try Data(written.utf8).write(to: Self.page)
    } else {
      #expect(page == written, "docs/core-bluetooth.md is not up to date")
    }
  }

  @Test("What ends both tables takes every error of BlueZ's", arguments: BlueZError.allCases)
  func complete(error: BlueZError) {
    #expect(requestErrors.contains { $0.matches(BusError(error, message: "")) })
    #expect(connectError(BusError(error, message: "")).code.rawValue > 0)
  }

  @Test(
    "Of a connect",
    arguments: [
      (.failed, "le-connection-abort-by-local", .connectionFailed),
      (.failed, "le-connection-timeout", .connectionTimeout),
      (.failed, "le-connection-concurrent-connection-limit", .connectionLimitReached),
      (.authenticationTimeout, "", .encryptionTimedOut), (.notReady, "", .connectionFailed),
    ] as [(BlueZError, String, CBError.Code)])
  func connects(error: BlueZError, message: String, code: CBError.Code) {
    #expect(connectError(BusError(error, message: message)).code == code)
  }
}
