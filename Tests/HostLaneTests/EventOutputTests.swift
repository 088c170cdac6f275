// Lines to a reader that stops reading, reads again, or goes away.

import CLinux
import EventLoop
import Glibc
import HostLane
import Testing

final class EventOutputTests {
  private let loop = EventLoop()
  private var ends: [CInt] = [-1, -1]

  init() {
    signal(SIGPIPE, SIG_IGN)
    precondition(linux_pipe(&ends) == 0)
  }

  deinit { for end in ends where end >= 0 { close(end) } }

  /// What can be read now, as lines.
  private func lines() -> [Substring] {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      while loop.iterate(blocking: false) {}
      var poll = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, 0) > 0 else { break }
      text += String(
        decoding: buffer[..<max(0, read(ends[0], &buffer, buffer.count))], as: UTF8.self)
    }
    return text.split(separator: "\n")
  }

  @Test func nothingIsLostWithinTheLimit() {
    let output = EventOutput(to: ends[1], on: loop)
    // More than a pipe holds.
    let written = (0..<30_000).map { "line \($0)" }
    for line in written { output.write(line) }
    #expect(lines().elementsEqual(written, by: ==))
    output.close()
  }

  @Test func whatIsLostIsCountedWhereItIsMissing() throws {
    let output = EventOutput(to: ends[1], on: loop, limitBytes: 1000)
    let written = (0..<30_000).map { "line \($0)" }
    for line in written { output.write(line) }
    let found = lines()
    let kept = found.count - 1
    #expect(kept > 100 && kept < written.count)
    #expect(found.dropLast().elementsEqual(written[..<kept], by: ==))
    let last = try #require(found.last)
    #expect(last.hasPrefix("{\"event\":\"lost\",\"lines\":\(written.count - kept),\"time_ns\":"))
    output.write("after")
    #expect(lines() == ["after"])
    output.close()
  }

  @Test func itsEndWaitsForTheReader() {
    let output = EventOutput(to: ends[1], on: loop)
    for number in 0..<30_000 { output.write("line \(number)") }
    var isFinished = false
    output.finish(within: .seconds(1000)) { isFinished = true }
    #expect(!isFinished)
    #expect(lines().count == 30_000)
    #expect(isFinished)
    output.close()
  }

  @Test func itsEndWaitsNoLongerThanItsPatience() {
    let output = EventOutput(to: ends[1], on: loop)
    for number in 0..<30_000 { output.write("line \(number)") }
    var isFinished = false
    output.finish(within: .milliseconds(1)) { isFinished = true }
    while !isFinished { loop.iterate(blocking: true) }
    output.close()
  }

  @Test func aReaderThatGoesIsNoticedWithoutAWord() {
    let output = EventOutput(to: ends[1], on: loop)
    var isGone = false
    output.onGone = { isGone = true }
    close(ends[0])
    ends[0] = -1
    while !isGone { loop.iterate(blocking: true) }
    output.write("nothing")
  }
}
