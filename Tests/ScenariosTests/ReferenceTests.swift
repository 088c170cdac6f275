// The reference pages are what the code says, and what they show as an example can be written so.

import Faults
import Testing

@testable import Scenarios

@Suite struct ReferenceTests {
  @Test(arguments: [
    ("docs/scenarios.md", ScenarioReference.markdown), ("docs/faults.md", FaultReference.markdown),
  ])
  func thePageIsWhatTheCodeSays(_ path: String, _ text: String) throws {
    let page = String(decoding: try GoldenFiles.bytes(GoldenFiles.root + path), as: UTF8.self)
    #expect(page == text, "\(path) is not up to date: make docs")
  }

  private func parse(_ steps: String) throws(ScenarioError) {
    let text = Rig.head + "timeline:\n" + steps
    _ = try ScenarioFile.parse(Array(text.utf8), file: "example.yaml")
  }

  @Test(arguments: Subject.all.map(\.example))
  func anExpectationCanBeWrittenLikeItsExample(_ example: String) throws {
    try parse("  - expect: \(example)\n")
  }

  @Test(arguments: StepKind.all.map(\.example))
  func aStepCanBeWrittenLikeItsExample(_ example: String) throws {
    try parse("  - fault: {link: outOfRange}\n  - \(example)\n")
  }

  @Test(arguments: FaultVocabulary.all.map { $0.example })
  func aFaultCanBeWrittenLikeItsExample(_ example: String) throws {
    try parse("  - fault: \(example)\n")
  }

  @Test(arguments: ScenarioKeys.centralCommands.map(\.name))
  func everyCommandCanBeGiven(_ command: String) throws {
    try parse("  - central: \(command)\n")
  }
}
