// Clients from PyPI, in a virtual environment of one test's own.

import Foundation
import Testing

enum PythonPackage {
  /// Installs a package with pip in `folder`; the path of the Python that has it. Where that cannot be
  /// done, as without a network, the test is skipped with what pip said.
  static func install(_ package: String, in folder: BenchFolder) throws -> String {
    let python = folder.at("venv/bin/python")
    for (program, arguments) in [
      (Bench.python, ["-m", "venv", folder.at("venv")]),
      (python, ["-m", "pip", "install", "--quiet", package]),
    ] {
      let outcome = try RunningProcess(
        program: program, arguments: arguments, folder: "/", environment: [:]
      ).wait()
      if outcome.code != 0 { try Test.cancel("\(package) cannot be installed: \(outcome.all)") }
    }
    return python
  }
}
