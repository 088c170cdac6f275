// Swift samples that other people's documents print, compiled against the module and run in the bench. The
// documents are not part of the project: the tests are skipped where they are not.

import Foundation
import Testing

/// A folder of documents with samples in them: `METERLOOP_SAMPLES`, or one beside the checkout.
private enum Samples {
  static let folder: String? = {
    let named = ProcessInfo.processInfo.environment["METERLOOP_SAMPLES"]
    let beside = ["../shared/spec/seeds", "../../shared/spec/seeds"].map {
      Meterloop.checkout + "/" + $0
    }
    return ([named].compactMap { $0 } + beside).first {
      FileManager.default.fileExists(atPath: $0)
    }
  }()
  static let reason: Comment = "no folder of samples; METERLOOP_SAMPLES names one"

  /// The text of the document whose name begins so.
  static func document(_ number: String) throws -> String {
    let folder = try #require(folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let name = try #require(names.first { $0.hasPrefix(number) }, "no document \(number)")
    return try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
  }

  /// The code of a document without fences: what begins like code outside of braces, and all inside.
  static func code(in text: String) -> String {
    let beginnings = [
      "import ", "class ", "extension ", "func ", "let ", "var ", "if ", "}", "//", "    CBCentral",
    ]
    var depth = 0
    var isInHead = false
    var code: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isCode = depth > 0 || isInHead || beginnings.contains { line.hasPrefix($0) }
      guard isCode else { continue }
      code.append(line)
      depth += line.count { $0 == "{" } - line.count { $0 == "}" }
      // A declaration whose brace stands on a later line.
      isInHead = depth == 0 && (isInHead || line.hasPrefix("func ") || line.hasPrefix("class "))
    }
    return code.joined(separator: "\n")
  }

  /// The fenced blocks of a document.
  static func blocks(in text: String) -> [String] {
    text.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  /// Compiles a program against the module that was built with the tests; its path.
  static func compile(_ source: String, in folder: BenchFolder) throws -> String {
    let file = try folder.write(source, to: "main.swift")
    let program = folder.at("program")
    let outcome = try BuiltModule.swiftc(
      [file] + BuiltModule.linkerArguments() + ["-o", program], in: folder.path)
    try #require(outcome.code == 0, "\(outcome.all)")
    return program
  }
}

extension String {
  /// With a repair, whose place has to be there.
  fileprivate func repaired(
    _ old: String, _ new: String, _ location: SourceLocation = #_sourceLocation
  ) throws -> String {
    try #require(contains(old), "the sample has changed: \(old)", sourceLocation: location)
    return replacing(old, with: new)
  }
}

extension EndToEnd {
  @Suite(.enabled(if: Samples.folder != nil, Samples.reason)) struct SampleTests {
    /// Runs a sample on hci0 beside what the options put on the air, or beside another on hci1.
    private func run(_ options: [String], _ line: String, _ programs: [String]) throws -> Outcome {
      try Bench.run(
        options, ["/bin/sh", "-c", line, "sh"] + programs, in: BenchFolder())
    }

    /// The first document's central and peripheral in one program, which chooses its role.
    private func rolesProgram(in folder: BenchFolder) throws -> String {
      let code = try Samples.code(in: Samples.document("002"))
        // The last sample's own start, which does nothing before Bluetooth is on.
        .repaired("let isCentral = UserDefaults", "let wasCentral = UserDefaults")
        .repaired("BLEManager(role: isCentral ?", "BLEManager(role: wasCentral ?")
        .repaired("if isCentral {", "if wasCentral {")
      // Its delegate is set to classes that do not conform: Apple's compiler refuses that, too.
      return try Samples.compile(
        code + """

          extension BLECentral: CBPeripheralDelegate {
            func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
              print("Services: \\(peripheral.services?.map(\\.uuid.uuidString).sorted() ?? [])")
              centralManager.cancelPeripheralConnection(peripheral)
            }
            func connectFirst() { connect(to: discoveredPeripherals[0]) }
          }
          extension BLECentralWithRestoration: CBPeripheralDelegate {}

          setvbuf(stdout, nil, _IOLBF, 0)
          let peripheral = CommandLine.arguments.contains("peripheral") ? BLEPeripheral() : nil
          let central = peripheral == nil ? BLECentral() : nil
          DispatchQueue.main.asyncAfter(deadline: .now() + 2) { central?.connectFirst() }
          DispatchQueue.main.asyncAfter(deadline: .now() + 8) { exit(0) }
          dispatchMain()
          """, in: folder)
    }

    @Test func aCentralFindsConnectsAndDiscovers() throws {
      let folder = try BenchFolder()
      defer { withExtendedLifetime(folder) {} }
      let outcome = try run(
        ["--meter", "um25c"], #""$1""#, [try rolesProgram(in: folder)])
      #expect(outcome.code == 0, "\(outcome.all)")
      let lines = outcome.output.split(separator: "\n").map(String.init)
      #expect(lines.contains("Found devices: UM25C-0001, RSSI: -60"), "\(outcome.all)")
      #expect(lines.contains { $0.hasPrefix("Connected: ") }, "\(outcome.all)")
      #expect(
        lines.contains { $0.hasPrefix("Services: ") && $0.contains("\"FFF0\"") }, "\(outcome.all)")
      #expect(lines.last?.hasPrefix("Disconnected: ") == true, "\(outcome.all)")
    }

    @Test func aPeripheralIsFoundByTheCentral() throws {
      let folder = try BenchFolder()
      defer { withExtendedLifetime(folder) {} }
      let program = try rolesProgram(in: folder)
      let outcome = try run(
        ["--adapters", "1"], #"METERLOOP_ADAPTER=hci1 "$1" peripheral & sleep 1; "$1""#, [program])
      #expect(outcome.code == 0, "\(outcome.all)")
      #expect(outcome.output.contains("Found devices: My BLE Device, RSSI: "), "\(outcome.all)")
      #expect(outcome.output.contains("\"1234\""), "\(outcome.all)")
    }

    /// The blocks of the second document that are whole types, and the others inside a class that has
    /// what they name.
    @Test func aViewModelShowsAHeartRateAndThePatternsCompile() throws {
      let blocks = try Samples.blocks(in: Samples.document("003"))
        .filter { !$0.contains("struct HeartRateView") }
      let model = try #require(blocks.first { $0.contains("final class BLEViewModel") })
        .repaired("import SwiftUI", "import Observation")
      func block(_ mark: String) throws -> String {
        try #require(blocks.first { $0.contains(mark) }, "no sample with \(mark)")
      }
      let source = try """
      \(model)

      \(block("func readUInt8"))
      \(block("func parseBatteryLevel"))
      \(block("final class MultiDeviceManager"))
      extension MultiDeviceManager: CBPeripheralDelegate {}

      class Patterns: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, StreamDelegate {
        var centralManager: CBCentralManager!
        var connectedPeripheral: CBPeripheral?
        func centralManagerDidUpdateState(_ central: CBCentralManager) {}
      \(block("if !isReconnecting"))
      \(block("func reconnectToKnownDevice"))
      \(block("func findConnectedHeartRateMonitors"))
      \(block("func writeChunks"))
      \(block("openL2CAPChannel(CBL2CAPPSM")
          .repaired("= channel.inputStream", "= channel.inputStream!")
          .repaired("= channel.outputStream", "= channel.outputStream!")
          .repaired("// Open a channel to a known PSM\n", "func open(_ peripheral: CBPeripheral) {\n") + "\n}")
      }
      class BLEPeripheralManager: NSObject {
        var peripheralManager: CBPeripheralManager!
        let charUUID = CBUUID(string: "5678")
        func currentSensorData() -> Data { Data([1, 2, 3]) }
        func handleIncomingData(_ data: Data) {}
        func startSendingUpdates() {}
        func stopSendingUpdates() {}
        func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
      \(block("publishL2CAPChannel(withEncryption")
          .repaired("peripheralManager.publishL2CAPChannel(withEncryption: true)\n",
            "func publish() { peripheralManager.publishL2CAPChannel(withEncryption: true) }\n"))
      }
      \(block("extension BLEPeripheralManager"))

      @MainActor func start() {
        let model = BLEViewModel()
        func after(_ seconds: Double, _ work: @escaping @MainActor () -> Void) {
          DispatchQueue.main.asyncAfter(deadline: .now() + seconds) {
            MainActor.assumeIsolated { work() }
          }
        }
        after(2) { model.startScan() }
        after(4) { model.connect(to: model.discoveredDevices[0]) }
        after(8) {
          print("\\(model.discoveredDevices[0].name) \\(model.isConnected) \\(model.heartRate > 60)")
          model.disconnect()
        }
        after(12) {
          print("connected \\(model.isConnected)")
          exit(0)
        }
      }
      MainActor.assumeIsolated { start() }
      dispatchMain()
      """
      let folder = try BenchFolder()
      defer { withExtendedLifetime(folder) {} }
      let program = try Samples.compile(source, in: folder)
      let outcome = try run(
        ["--adapters", "1"], #"METERLOOP_ADAPTER=hci1 "$1" Heart 60 >/dev/null & "$2""#,
        [try BuiltProgram.path("HeartRateSensor"), program])
      #expect(outcome.output == "Heart true true\nconnected false\n", "\(outcome.all)")
    }

    /// The third document's controller, whose functions stand apart in the text.
    @Test func aControllerConnectsAgainAfterADrop() throws {
      let code = try Samples.code(in: Samples.document("004"))
        // No initialiser of Apple's takes a string without a label.
        .repaired(#"CBUUID("180F")"#, #"CBUUID(string: "180F")"#)
        // A string ends on its line.
        .replacing(/"Connection failed: *\n *\\\(/, with: #""Connection failed: \("#)
      let parts = code.components(separatedBy: "\n// ")
      let whole = try #require(parts.first).trimmingCharacters(in: .whitespacesAndNewlines)
      let head = String(whole.dropLast(whole.hasSuffix("}") ? 1 : 0))
      let source = """
        \(head.replacing("CBCentralManagerDelegate {", with: "CBCentralManagerDelegate, CBPeripheralDelegate {"))
          var shouldAutoReconnect = true
          var reconnectDelay = 1.0
          var kept: CBPeripheral?
          // The protocol requires it.
          func centralManagerDidUpdateState(_ central: CBCentralManager) {
            if central.state == .poweredOn { startScanning() }
          }
          func centralManager(
            _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
            advertisementData: [String: Any], rssi RSSI: NSNumber
          ) {
            guard kept == nil else { return }
            kept = peripheral
            connectToPeripheral(peripheral)
          }
        // \(parts.dropFirst().joined(separator: "\n// "))
        }
        class BatterySensor: NSObject, CBPeripheralManagerDelegate {
          var manager: CBPeripheralManager!
          override init() {
            super.init()
            manager = CBPeripheralManager(delegate: self, queue: .main)
          }
          func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
            let service = CBMutableService(type: CBUUID(string: "180F"), primary: true)
            manager.add(service)
            manager.startAdvertising([
              CBAdvertisementDataLocalNameKey: "Battery",
              CBAdvertisementDataServiceUUIDsKey: [service.uuid],
            ])
          }
        }
        setvbuf(stdout, nil, _IOLBF, 0)
        let sensor = CommandLine.arguments.count > 1 ? BatterySensor() : nil
        let controller = sensor == nil ? BLEController() : nil
        DispatchQueue.main.asyncAfter(deadline: .now() + 12) { exit(0) }
        dispatchMain()
        """
      let folder = try BenchFolder()
      defer { withExtendedLifetime(folder) {} }
      let program = try Samples.compile(source, in: folder)
      let outcome = try run(
        ["--adapters", "1"],
        #"""
        METERLOOP_ADAPTER=hci1 "$1" sensor & sleep 1; "$1" & sleep 5
        dbus-send --system --dest=org.bluez --print-reply /org/bluez/hci1/dev_00_AA_01_00_00_42 \
          org.bluez.Device1.Disconnect >/dev/null
        wait
        """#, [program])
      let lines = outcome.output.split(separator: "\n").map(String.init)
      #expect(
        lines == [
          "Свързан към Battery", "Disconnected: the peripheral has disconnected",
          "Свързан към Battery",
        ], "\(outcome.all)")
    }
  }
}
