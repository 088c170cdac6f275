// swift-tools-version: 6.2
// The package in the order of its layers: a target depends only on those above it in this list.
import PackageDescription

// libFuzzer brings the main program of what it drives, so that is part of the package only for it.
let isFuzzing = Context.environment["METERLOOP_FUZZ"] != nil

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

// The toolchain's own linker, where the system's warns of functions that Swift's library calls.
// At fixed addresses there is nothing to relocate, which is a third of a program's start in a guest.
// The sanitizers need addresses that are not fixed: `make sanitize` asks for that.
let isSanitized = Context.environment["METERLOOP_SANITIZE"] != nil
let quickStart: [LinkerSetting] = [
  .unsafeFlags(["-use-ld=lld"] + (isSanitized ? [] : ["-Xclang-linker", "-no-pie"]))
]

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude,
    swiftSettings: strict)
}

/// A program to copy from, built with the tests.
func example(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: name, dependencies: ["CoreBluetooth"] + dependencies,
    path: "examples/core-bluetooth/\(name)",
    swiftSettings: strict, linkerSettings: [.unsafeFlags(["-use-ld=lld"])])
}

let package = Package(
  name: "meterloop",
  products: [
    .library(name: "CoreBluetooth", targets: ["CoreBluetooth"]),
    .executable(name: "meterloop", targets: ["meterloop"]),
    .executable(name: "meterloop-central", targets: ["BuiltInCentral"]),
    .executable(name: "meterloop-init", targets: ["GuestInit"]),
  ],
  targets: [
    .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
    .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CLinux"),

    library("Records", []),
    library("SharedProtocols", ["CNettle"]),
    library("GattValues", []),
    library("EventLoop", ["CGLib", "CLinux", "Records"]),
    library("BlueZ", ["CDBus", "CLinux", "EventLoop", "Records"]),
    library("CoreBluetooth", ["BlueZ", "CLinux", "EventLoop", "Records"]),
    library("CentralUnderTest", ["CoreBluetooth", "SharedProtocols"]),
    library("MeterEmulator", ["BlueZ", "Records", "SharedProtocols"]),
    library("VirtualAir", ["CLinux", "EventLoop", "Records", "SharedProtocols"]),
    library("Faults", ["MeterEmulator", "Records", "SharedProtocols", "VirtualAir"]),
    library(
      "TestBench",
      [
        "BlueZ", "CLinux", "EventLoop", "MeterEmulator", "Records", "VirtualAir",
      ]),
    library(
      "HostLane",
      [
        "BlueZ", "CLinux", "EventLoop", "Faults", "MeterEmulator", "Records", "SharedProtocols",
        "TestBench",
      ]),
    library(
      "Scenarios",
      [
        "BlueZ", "CNettle", "CYAML", "CLinux", "EventLoop", "Faults", "HostLane", "MeterEmulator",
        "Records", "SharedProtocols", "TestBench", "VirtualAir",
      ]),
    library(
      "Fuzzing",
      [
        "EventLoop", "Faults", "MeterEmulator", "Records", "Scenarios", "SharedProtocols",
        "TestBench",
      ]),
    .executableTarget(
      name: "GuestInit", dependencies: ["CLinux"], swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(["-use-ld=lld"] + (isSanitized ? [] : ["-static-executable"]))
      ]),
    .executableTarget(
      name: "BuiltInCentral",
      dependencies: ["CentralUnderTest", "CLinux", "CoreBluetooth", "SharedProtocols"],
      swiftSettings: strict, linkerSettings: quickStart),
    .executableTarget(
      name: "meterloop",
      dependencies: [
        "CGLib", "CLinux", "CNettle", "EventLoop", "Faults", "Fuzzing", "HostLane", "MeterEmulator",
        "Records",
        "Scenarios", "SharedProtocols", "TestBench", "VirtualAir",
      ],
      swiftSettings: strict, linkerSettings: quickStart),

    example("ChunkedWrites"),
    example("HeartRateMonitor", ["GattValues"]),
    example("HeartRateSensor"),
    example("KnownSensor"),
    example("L2CAPEcho"),
    example("MeterApp"),
    example("SeveralSensors"),

    .target(
      name: "TestSupport", dependencies: ["Records"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(
      name: "AirTestSupport", dependencies: ["Records", "TestSupport", "VirtualAir"],
      path: "Tests/AirTestSupport", swiftSettings: strict),
    .target(
      name: "BusTestSupport", dependencies: ["BlueZ", "CLinux", "EventLoop"],
      path: "Tests/BusTestSupport", swiftSettings: strict),
    .executableTarget(
      name: "CentralChecks", dependencies: ["BlueZ", "CoreBluetooth", "EventLoop"],
      path: "Tests/CentralChecks", swiftSettings: strict),
    .executableTarget(
      name: "PeripheralProbe", dependencies: ["BlueZ", "CoreBluetooth", "EventLoop"],
      path: "Tests/PeripheralProbe",
      swiftSettings: strict),
    .target(
      name: "FrameFuzzing", dependencies: ["SharedProtocols"], path: "Tests/FrameFuzzing",
      swiftSettings: strict),
    .target(
      name: "DecoderFuzzing",
      dependencies: ["AirTestSupport", "FrameFuzzing", "Records", "Scenarios", "VirtualAir"],
      path: "Tests/DecoderFuzzing", exclude: ["Dictionaries", "Inputs"],
      swiftSettings: strict),
    tests("DecoderFuzzingTests", ["DecoderFuzzing"]),
    tests("RecordsTests", ["Records"]),
    tests("GattValuesTests", ["GattValues"]),
    tests("SharedProtocolsTests", ["Records", "SharedProtocols"]),
    tests("BlueZTests", ["BlueZ", "BusTestSupport", "CDBus", "EventLoop", "Records"]),
    tests(
      "CoreBluetoothTests",
      ["BlueZ", "BusTestSupport", "CDBus", "CLinux", "CoreBluetooth", "EventLoop", "Records"],
      exclude: ["Recordings", "Symbols"]),
    tests(
      "CentralUnderTestTests",
      ["CentralUnderTest", "CoreBluetooth", "Records", "SharedProtocols"]),
    tests(
      "MeterEmulatorTests",
      ["BlueZ", "BusTestSupport", "MeterEmulator", "Records", "SharedProtocols"]),
    tests(
      "VirtualAirTests",
      ["AirTestSupport", "CLinux", "EventLoop", "Records", "SharedProtocols", "VirtualAir"]),
    tests(
      "FaultsTests",
      ["AirTestSupport", "Faults", "MeterEmulator", "Records", "SharedProtocols", "VirtualAir"]),
    tests(
      "HostLaneTests",
      [
        "BlueZ", "BusTestSupport", "CLinux", "EventLoop", "HostLane", "MeterEmulator", "Records",
        "SharedProtocols", "TestBench",
      ]),
    tests(
      "EndToEndTests", ["BlueZ", "BusTestSupport", "CLinux", "Scenarios"],
      exclude: ["Clients", "Golden", "PlantedBugs"]),
    tests("FuzzingTests", ["Faults", "Fuzzing", "Scenarios"]),
    tests(
      "ScenariosTests", ["Faults", "MeterEmulator", "Records", "Scenarios", "SharedProtocols"],
      exclude: ["Golden"]),
  ]
    + (isFuzzing
      ? [
        .target(
          name: "FuzzEntry", dependencies: ["FrameFuzzing"], path: "Tests/FuzzEntry",
          swiftSettings: strict),
        .executableTarget(
          name: "FrameFuzz", dependencies: ["FrameFuzzing", "FuzzEntry"],
          path: "Tests/FrameFuzz", swiftSettings: strict),
        .executableTarget(
          name: "DecoderFuzz", dependencies: ["DecoderFuzzing", "FuzzEntry"],
          path: "Tests/DecoderFuzz", swiftSettings: strict),
      ] : [])
)
