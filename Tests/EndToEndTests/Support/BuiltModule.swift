// The CoreBluetooth module as it was built with the tests, for sources that are not part of the project.

import Foundation
import Testing

enum BuiltModule {
  /// The folder of the tests' own build.
  private static func folder() throws -> String {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return (tests as NSString).deletingLastPathComponent
  }

  /// Runs the compiler in Swift 5 mode so that `import CoreBluetooth` finds the module.
  static func swiftc(_ arguments: [String], in place: String) throws -> Outcome {
    let script = """
      set -e
      built=$1 checkout=$2; shift 2
      maps=; for module in CDBus CGLib CLinux; do
        maps="$maps -Xcc -fmodule-map-file=$checkout/Sources/$module/module.modulemap"; done
      flags=$(pkg-config --cflags dbus-1 glib-2.0 | sed 's/-I[^ ]*/-Xcc &/g')
      exec swiftc -swift-version 5 -I "$built/Modules" $maps $flags "$@"
      """
    return try Tool.run(
      "sh", ["-c", script, "sh", try folder(), Meterloop.checkout] + arguments, in: place)
  }

  /// What a program has to be linked with that uses the module.
  static func linkerArguments() throws -> [String] {
    let built = try folder()
    let objects = try ["CoreBluetooth", "BlueZ", "EventLoop", "Records"].flatMap { module in
      let place = "\(built)/\(module).build"
      return try FileManager.default.contentsOfDirectory(atPath: place)
        .filter { $0.hasSuffix(".o") }.map { "\(place)/\($0)" }
    }
    return objects + ["-ldbus-1", "-lglib-2.0", "-use-ld=lld"]
  }
}
