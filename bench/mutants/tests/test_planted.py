"""A package with planted gaps in its tests: the run finds them, and nothing else."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HOT = {"degrees >= 30": "survived", "degrees > 31": "survived", "degrees <= 30": "killed"}
RUN = Path(__file__).resolve().parents[1] / "run"
FILES = {
    "Package.swift": """
// swift-tools-version: 6.2
import PackageDescription

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies)
}

let package = Package(
  name: "planted",
  targets: [
    library("Planted", []),
    .testTarget(name: "PlantedTests", dependencies: ["Planted"]),
  ])
""",
    "Sources/Planted/Degrees.swift": """
// Each line with what its tests leave open.
func isWarm(_ degrees: Int) -> Bool { degrees > 20 }
func isHot(_ degrees: Int) -> Bool { degrees > 30 }
func isCold(_ degrees: Int) -> Bool { degrees < 5 }
func steps(_ count: Int) -> Int {
  var left = count
  while left > 0 { left -= 1 }
  return left
}
func halves(_ number: Int) -> [Int: Int] {
  [number >> 1: number & 1]
}
func same(_ number: Int) -> Int { number + 0 }
""",
    "Tests/PlantedTests/DegreesTests.swift": """
import Testing
@testable import Planted

@Suite struct DegreesTests {
  @Test func warm() { #expect(!isWarm(20) && isWarm(21)) }
  @Test func hot() { #expect(!isHot(0) && isHot(40)) }
  @Test func allSteps() { #expect(steps(3) == 0) }
  @Test func twice() { #expect(halves(7) == [3: 1] && same(2) == 2) }
}
""",
    "bench/mutants/equivalent.json": json.dumps([{
        "file": "Sources/Planted/Degrees.swift", "line": "func same(_ number: Int) -> Int { number + 0 }",
        "change": "func same(_ number: Int) -> Int { number - 0 }", "reason": "Nothing is taken away.",
    }]),
}


class Planted(unittest.TestCase):
    def test_what_no_test_asks_survives_and_the_rest_dies(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in FILES.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text.lstrip("\n"))
            subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
            done = subprocess.run(
                [sys.executable, str(RUN), "--package", folder, "--modules", "Planted", "--tests", "PlantedTests",
                 "--scenarios", "", "--count", "1000", "--seed", "3"],
                capture_output=True, text=True,
            )
            self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
            mutants = json.loads(Path(folder, ".build/mutants/report.json").read_text())["mutants"]
        verdicts = {}
        for one in mutants:
            verdicts.setdefault(one["before"].split("(")[0].removeprefix("func "), {})[one["after"]] = one["verdict"]
        self.assertEqual(set(verdicts.pop("isWarm").values()), {"killed"})
        self.assertEqual(set(verdicts.pop("isCold").values()), {"unreached"})
        hot = {f"func isHot(_ degrees: Int) -> Bool {{ {change} }}": verdict for change, verdict in HOT.items()}
        self.assertGreater(len(verdicts["isHot"]), 1)
        for change, verdict in verdicts.pop("isHot").items():
            self.assertEqual(verdict, hot[change], change)
        endless = "while left > 0 { left += 1 }"
        self.assertEqual(verdicts["while left > 0 { left -= 1 }"][endless], "killed")
        self.assertEqual(verdicts["same"]["func same(_ number: Int) -> Int { number - 0 }"], "equivalent")
        self.assertIn("isHot", done.stdout)
        self.assertIn("seed 3", done.stdout)


if __name__ == "__main__":
    unittest.main()
