// Which files a suite has, and what the folders of its runs are called.

import Testing

@testable import Scenarios

@Suite struct SuiteFilesTests {
  private static let plain =
    "scenario: Plain\nmeters: [{model: UM25C}]\ntimeline: [{wait: 1s}]\n"

  @Test func aFolderStandsForTheScenariosInAndBelowIt() throws {
    let folder = try TemporaryFolder()
    for name in [
      "b.yaml", "a/c.yml", "a/_part.yaml", "a/.hidden.yaml", "_parts/d.yaml", ".git/e.yaml",
      "a/notes.txt",
    ] {
      try folder.write(Self.plain, to: name)
    }
    let path = folder.path
    let all = ["\(path)/a/c.yml", "\(path)/b.yaml"]
    #expect(try SuiteItem.files([path]).map(\.path) == all)
    #expect(try SuiteItem.files([path + "/"]).map(\.path) == all)
    #expect(try SuiteItem.files([path, "\(path)/b.yaml"]).map(\.path) == all, "each once")
    #expect(
      try SuiteItem.files(["\(path)/a/_part.yaml"]).map(\.path) == ["\(path)/a/_part.yaml"],
      "what is named is meant")
  }

  @Test func aRowThatIsNotThereIsAnErrorThatNamesTheNearest() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/t.yaml"
    try folder.write(
      """
      scenario: A $model
      cases:
        - {model: UM25C}
        - {model: TC66C}
      meters: [{model: $model}]
      timeline: [{wait: 1s}]

      """, to: "t.yaml")
    func read(_ path: String) throws -> (labels: [String?], messages: [String], String?) {
      let (items, unreadable) = SuiteItem.read(try SuiteItem.files([path]))
      return (
        items.map(\.scenario.caseLabel), unreadable.map(\.message), unreadable.first?.suggestion
      )
    }
    #expect(try read(file) == (["UM25C", "TC66C"], [], nil))
    #expect(try read(file + "[TC66C]") == (["TC66C"], [], nil))
    #expect(
      try read(file + "[TC66D]") == ([], ["there is no case 'TC66D' in it"], file + "[TC66C]"))
  }

  @Test(arguments: [
    ("./scenarios/reconnect/out-of-range.yaml", "reconnect-out-of-range"),
    ("../scenarios/models.yml[UM25C]", "models-UM25C"),
    ("a b/ü:c.yaml", "a_b-ü_c"),
    (".hidden.yaml", "scenario.hidden"),
    ("scenarios/.yaml", "scenario"),
  ])
  func aRunIsCalledByItsFile(_ file: String, _ name: String) {
    #expect(RunNames.unique(for: [file]) == [name])
    #expect(RunNames.unique(for: [file, file, file]) == [name, name + "-2", name + "-3"])
  }

  @Test func aLongNameKeepsItsEnd() {
    let name = RunNames.unique(for: [String(repeating: "a", count: 300) + "-end.yaml"])[0]
    #expect(name.utf8.count == 200 && name.hasSuffix("a-end"))
  }
}
