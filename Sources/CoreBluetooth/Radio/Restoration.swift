// State restoration: what a manager has under way, kept for a process that comes after this one.
//
// Where iOS's Bluetooth system keeps it, here the module does, in a file for each restore identifier.
// bluetoothd keeps the links; it forgets subscriptions with the process that made them.

import Foundation

/// What a manager with a restore identifier has under way.
struct RestorationState: Restorable, Equatable {
  struct Scan: Codable, Equatable {
    var services: [String]?
    var solicited: [String]
    var allowsDuplicates: Bool
  }

  struct Peripheral: Codable, Equatable {
    var device: KnownDevice
    /// Connected, or being connected.
    var isConnected: Bool
    var options: ConnectOptions
  }

  static let folder = "restore"
  var scan: Scan?
  var peripherals: [Peripheral]

  /// Whether there is nothing to restore.
  var isEmpty: Bool { scan == nil && peripherals.isEmpty }
}

extension RestorationState.Scan {
  init(_ scan: Scan) {
    services = scan.services?.map(\.uuidString)
    solicited = scan.solicited.map(\.uuidString)
    allowsDuplicates = scan.allowsDuplicates
  }

  /// The scan; a UUID that is none any more is left out.
  var scan: CoreBluetooth.Scan {
    CoreBluetooth.Scan(
      services: services?.compactMap(CBUUID.init(shortest:)),
      solicited: solicited.compactMap(CBUUID.init(shortest:)), allowsDuplicates: allowsDuplicates)
  }
}

/// What a manager can leave to a process after this one.
protocol Restorable: Codable {
  /// The folder of the role's files.
  static var folder: String { get }
  /// Whether there is nothing to restore.
  var isEmpty: Bool { get }
}

/// A central's file.
typealias RestorationStore = StateStore<RestorationState>

/// The file of one restore identifier.
struct StateStore<State: Restorable> {
  /// The file's path.
  let path: String

  /// The file `IDENTIFIER.json` in the role's folder in the folder, with what cannot stand in a file's
  /// name percent-encoded.
  init(folder: String, identifier: String) {
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_"))
    let name = identifier.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    path = "\(folder)/\(State.folder)/\(name).json"
  }

  /// What was kept, nil where nothing was or it cannot be read.
  func load() -> State? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      let state = try JSONDecoder().decode(State.self, from: data)
      return state.isEmpty ? nil : state
    } catch {
      warn("the state to restore in \(path) cannot be read and is left behind: \(error)")
      return nil
    }
  }

  /// Keeps a state; with nothing under way, no file is left.
  func save(_ state: State) {
    do {
      if state.isEmpty {
        if FileManager.default.fileExists(atPath: path) {
          try FileManager.default.removeItem(atPath: path)
        }
        return
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let data = try encoder.encode(state)
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch { warn("the state cannot be kept in \(path): \(error)") }
  }
}

/// What was restored, on its way to the app.
final class Restored: @unchecked Sendable {
  enum Condition {
    /// bluetoothd kept the link.
    case connected
    /// It was being connected to, and is again.
    case pending(ConnectOptions)
    /// The link has ended meanwhile.
    case lost
  }

  private let scan: Scan?
  private let isOn: Bool
  private var peripherals: [(peripheral: CBPeripheral, condition: Condition)] = []

  init(scan: Scan?, isOn: Bool) {
    self.scan = scan
    self.isOn = isOn
  }

  func add(_ peripheral: CBPeripheral, _ condition: Condition) {
    peripherals.append((peripheral, condition))
  }

  /// Tells the delegate, before it hears of anything else. On the manager's queue.
  func tell(_ manager: CBCentralManager) {
    for (peripheral, condition) in peripherals {
      switch condition {
      case .connected: peripheral.show(.connected)
      case .pending: peripheral.show(.connecting)
      case .lost: break
      }
    }
    var state: [String: Any] = [
      CBCentralManagerRestoredStatePeripheralsKey: peripherals.map(\.peripheral)
    ]
    if let scan {
      state[CBCentralManagerRestoredStateScanServicesKey] = scan.services
      state[CBCentralManagerRestoredStateScanOptionsKey] = scan.options
      manager.show(isScanning: isOn)
    }
    manager.delegate?.centralManager(manager, willRestoreState: state)
  }

  /// Takes up what was under way. On the radio thread, after `tell` was queued.
  func resume() {
    for (peripheral, condition) in peripherals {
      switch condition {
      case .connected: break
      case .pending(let options): peripheral.link.connect(options)
      case .lost where isOn:
        peripheral.link.deliver { manager, peripheral in
          manager.delegate?.centralManager(
            manager, didDisconnectPeripheral: peripheral, timestamp: CFAbsoluteTimeGetCurrent(),
            isReconnecting: false, error: lossError(nil))
        }
      case .lost: break
      }
    }
  }
}
