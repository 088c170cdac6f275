// Where `meterloop decode` gets its frames from.

import EventLoop
import SharedProtocols
import TestBench
import VirtualAir

/// Bytes that are to be a frame, and where they were.
struct FoundFrame {
  let bytes: [UInt8]
  /// For people: `capture.btsnoop, 12.304 s, hci0, handle 0x0017`; empty for an argument.
  let place: String
}

/// Frames from arguments, files and standard input.
struct FrameSource {
  private(set) var frames: [FoundFrame] = []
  /// What could not be read, with its place.
  private(set) var problems: [String] = []
  /// What may be meant otherwise than it was taken.
  private(set) var notes: [String] = []

  /// What one operand means: hex digits, `-` for standard input, or a file.
  mutating func take(operand: String, _ host: HostEnvironment) throws(UsageError) {
    guard !operand.isEmpty else {
      throw UsageError(message: "an operand is empty; hex digits, a file or - are wanted")
    }
    if operand == "-" { return try takeFile("/dev/stdin", as: "standard input") }
    if let bytes = try? HexText.bytes(operand), !bytes.isEmpty {
      frames.append(FoundFrame(bytes: bytes, place: ""))
      if Files.exists(host.absolute(operand)) {
        notes.append("'\(operand)' is taken for hex digits; for the file name ./\(operand)")
      }
      return
    }
    let path = host.absolute(operand)
    guard Files.exists(path) else {
      throw UsageError(message: "'\(operand)' is neither hex digits nor a file")
    }
    try takeFile(path, as: operand)
  }

  private mutating func takeFile(_ path: String, as name: String) throws(UsageError) {
    do throws(SystemError) {
      takeContent(try Files.read(path), of: name)
    } catch {
      throw UsageError(message: "\(error)")
    }
  }

  /// A capture, one frame a line of hex, or one frame of raw bytes.
  mutating func takeContent(_ content: [UInt8], of name: String) {
    if content.starts(with: BTSnoopReader.magic) { return takeCapture(content, of: name) }
    guard content.allSatisfy({ $0 == 0x09 || $0 == 0x0A || $0 == 0x0D || 0x20...0x7E ~= $0 })
    else {
      frames.append(FoundFrame(bytes: content, place: name))
      return
    }
    let lines = String(decoding: content, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let text = line.prefix { $0 != "#" }
      let place = "\(name), line \(index + 1)"
      do throws(HexTextError) {
        let bytes = try HexText.bytes(text)
        if !bytes.isEmpty { frames.append(FoundFrame(bytes: bytes, place: place)) }
      } catch {
        problems.append("\(place): \(error)")
      }
    }
  }

  private mutating func takeCapture(_ content: [UInt8], of name: String) {
    var collected = CapturedFrames()
    do throws(BTSnoopError) {
      var reader = try BTSnoopReader(content)
      while let packet = try reader.next() { collected.take(packet) }
    } catch {
      problems.append("\(name): \(error)")
    }
    for frame in collected.frames {
      let milliseconds = frame.time.nanoseconds / 1_000_000
      let fraction = String(abs(milliseconds % 1000) + 1000).dropFirst()
      frames.append(
        FoundFrame(
          bytes: frame.bytes,
          place: "\(name), \(milliseconds / 1000).\(fraction) s, hci\(frame.adapter), handle "
            + "0x\(String(frame.handle, radix: 16, uppercase: true))"))
    }
  }
}
