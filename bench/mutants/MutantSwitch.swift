// Which of the mutants that this program was built with is alive, and which of them it reaches.
//
// A file `mutant` beside the program holds the number of the one that is alive. Where a file `reached`
// lies there, the number of each mutant is written once, when the program first comes by it: into that
// file, or on standard error where it cannot be written, as in a guest, which sees it read-only.

import Glibc

/// The mutant that is alive; 0 where none is.
private let alive: Int = {
  content(of: "mutant").flatMap { Int($0) } ?? 0
}()

/// Whether what is reached is written down.
private let isRecording = access(beside("reached"), F_OK) == 0

/// One byte a mutant, for those that were reached. Two threads may both write a number, which does no
/// harm.
nonisolated(unsafe) private let reached: UnsafeMutablePointer<UInt8> = {
  let flags = UnsafeMutablePointer<UInt8>.allocate(capacity: limit)
  flags.initialize(repeating: 0, count: limit)
  return flags
}()

private let limit = 1 << 16

/// Whether this mutant is the one that is alive. What the system said last stays as it was, for it may
/// be looked at next.
public func mutantLives(_ number: Int) -> Bool {
  let error = errno
  defer { errno = error }
  if isRecording { note(number) }
  return number == alive
}

private func note(_ number: Int) {
  guard number < limit, reached[number] == 0 else { return }
  reached[number] = 1
  let line = "mutant-reached \(number)\n"
  let file = open(beside("reached"), O_WRONLY | O_APPEND | O_CLOEXEC)
  _ = line.withCString { write(file < 0 ? 2 : file, $0, strlen($0)) }
  if file >= 0 { close(file) }
}

/// The path of a file in the folder of the program.
private func beside(_ name: String) -> String {
  var buffer = [CChar](repeating: 0, count: 4096)
  let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
  let path = String(decoding: buffer[..<max(count, 0)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  guard let slash = path.lastIndex(of: "/") else { return name }
  return path[...slash] + name
}

private func content(of name: String) -> String? {
  let file = open(beside(name), O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var buffer = [UInt8](repeating: 0, count: 32)
  let count = read(file, &buffer, buffer.count)
  return String(decoding: buffer[..<max(count, 0)].filter { $0 > 0x20 }, as: UTF8.self)
}

/// Whether a statement that this mutant leaves out is carried out.
public func mutantLeaves(_ number: Int) -> Bool { !mutantLives(number) }

/// A condition or literal that this mutant turns into its opposite.
public func mutantFlips(_ number: Int, _ value: Bool) -> Bool { mutantLives(number) != value }

/// A number that this mutant makes greater by one.
public func mutantNext<T: Numeric>(_ number: Int, _ value: T) -> T {
  mutantLives(number) ? value + 1 : value
}

/// A fraction that this mutant makes greater by an eighth.
public func mutantMore<T: FloatingPoint>(_ number: Int, _ value: T) -> T {
  mutantLives(number) ? value * 9 / 8 : value
}
