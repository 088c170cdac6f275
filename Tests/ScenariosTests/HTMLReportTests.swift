// The HTML report: what is on the page, and that nothing else can get onto it.

import FoundationEssentials
import Records
import Scenarios
import Testing

@Suite struct HTMLReportTests {
  private static let evil = "</script><script>alert(1)</script> & \"quotes\" 'and' <b>"

  /// A run's folder as a guest leaves it.
  private func run(
    _ name: String, in folder: TemporaryFolder, title: String? = nil, passed: Bool = false,
    captureBytes: Int = 100
  ) throws -> ScenarioResult {
    var (result, records) = try FailureMessageTests.lateRun()
    let path = "\(folder.path)/\(name)"
    result.folder = path
    result.file = name + ".yaml"
    if let title { result.title = title }
    if passed {
      result.verdict = .passed
      result.failure = nil
    }
    try folder.write(try RecordFile.write(records), to: "\(name)/records.jsonl")
    try folder.write(String(repeating: "c", count: captureBytes), to: "\(name)/capture.btsnoop")
    return result
  }

  private func page(_ results: [ScenarioResult], unreadable: [ScenarioError] = []) throws -> String
  {
    var page = HTMLReport()
    for (index, result) in results.enumerated() {
      try page.add(index + 1, result, folder: result.folder)
    }
    return page.render(SuiteReport(results: results, unreadable: unreadable))
  }

  private func count(_ text: String, in page: String) -> Int { page.ranges(of: text).count }

  @Test func everyScenarioHasAPicture() throws {
    let folder = try TemporaryFolder()
    let results = [
      try run("a", in: folder, passed: true), try run("b", in: folder),
      try run("c", in: folder, passed: true),
    ]
    let text = try page(results)
    #expect(count("role=\"img\" aria-label=\"", in: text) == 3)
    for part in text.split(separator: "<details class=\"run\"").dropFirst() {
      #expect(part.contains("role=\"img\""), "a run without a picture")
      // What the ladder and the bands of it are made of.
      #expect(part.contains("<title>attempt 1, 1 s after the drop: stopped after 30 s</title>"))
      #expect(part.contains("<title>dataIsAvailable, from 0.400 to"))
      #expect(part.contains("link.outOfRange fired</title>"))
    }
    // The failed one comes first, and is open.
    let order = text.matches(of: /<details class="run" data-run="run-(\d)"( open)?>/)
    #expect(order.map(\.output.1) == ["2", "1", "3"])
    #expect(order.map { $0.output.2 != nil } == [true, false, false])
    #expect(text.contains("<h1>1 failed, 2 passed</h1>"))
  }

  @Test func theMarkIsWhereItFailed() throws {
    let folder = try TemporaryFolder()
    let failed = try run("a", in: folder)
    let text = try page([failed, try run("b", in: folder, passed: true)])
    let mark =
      /<g class="failure" data-time-ns="(\d+)"><title>failed at ([\d.]+) s<\/title><line x1="([\d.]+)%"/
    let found = text.matches(of: mark)
    #expect(found.count == 1)
    let first = try #require(found.first).output
    #expect(first.1 == "\(failed.durationNanoseconds)" && first.2 == "35.520")
    // The verdict ends the run, so it is at the end of the axis.
    #expect(first.3 == "100")
    #expect(text.contains("<h4>The records around it</h4>"))
    #expect(text.contains("expected</dt><dd>attempts after 1 s, 2 s, 4 s"))
  }

  @Test func textOfAScenarioIsOnlyText() throws {
    let folder = try TemporaryFolder()
    var result = try run("a", in: folder, title: Self.evil)
    result.file = Self.evil
    result.covers = [Self.evil]
    result.failure?.seen = Self.evil
    result.failure?.expected = Self.evil
    result.reproduction = Self.evil
    let error = ScenarioError(file: Self.evil, message: Self.evil)
    let text = try page([result], unreadable: [error])
    #expect(count("<script>", in: text) == 1 && count("</script>", in: text) == 1)
    #expect(!text.contains("<b>alert") && count("<b>", in: text) == count("</b>", in: text))
    #expect(
      text.contains(
        "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot; &#39;and&#39; &lt;b&gt;"
      ))
    #expect(!text.contains(Self.evil) && !text.contains("\"quotes\""))
  }

  @Test func needsNoNetwork() throws {
    let folder = try TemporaryFolder()
    let text = try page([try run("a", in: folder)])
    for outside in ["http:", "https:", " src=", "url(", "@import", "<link", "<iframe"] {
      #expect(!text.contains(outside), "\(outside)")
    }
    #expect(text.contains("default-src 'none'"))
    #expect(text.contains("prefers-color-scheme:dark"))
  }

  @Test func aCaptureCanBeDownloadedWhereOneLooksForIt() throws {
    let folder = try TemporaryFolder()
    let failed = try run("a", in: folder)
    let passed = try run("b", in: folder, passed: true)
    let text = try page([failed, passed])
    let data = Data(String(repeating: "c", count: 100).utf8).base64EncodedString()
    #expect(
      text.contains(
        "download=\"a.btsnoop\" href=\"data:application/octet-stream;base64,\(data)\""))
    #expect(count("base64,", in: text) == 1)
    #expect(text.contains("capture (0 KiB): <code>\(folder.path)/b/capture.btsnoop</code>"))
  }

  @Test func aHundredFailuresWithLargeCapturesAreNoLargePage() throws {
    let folder = try TemporaryFolder()
    let one = try run("a", in: folder, captureBytes: 500 * 1024)
    let huge = try run("huge", in: folder, captureBytes: 600 * 1024)
    let text = try page([huge] + Array(repeating: one, count: 99))
    #expect(text.utf8.count < 5_000_000)
    // As many as fit into 2 MiB, and where the others are.
    #expect(count("base64,", in: text) == 4)
    #expect(count("capture (500 KiB): <code>", in: text) == 95)
    #expect(count("capture (600 KiB): <code>\(folder.path)/huge/", in: text) == 1)
  }

  @Test func aRunWhoseRecordsAreNoRecordsIsOnThePageAllTheSame() throws {
    let folder = try TemporaryFolder()
    let result = try run("a", in: folder)
    try folder.write("x\n", to: "a/records.jsonl")
    var page = HTMLReport()
    #expect(throws: (any Error).self) { try page.add(1, result, folder: result.folder) }
    let text = page.render(SuiteReport(results: [result]))
    #expect(text.contains("data-run=\"run-1\"") && text.contains("There are no records"))
  }
}
