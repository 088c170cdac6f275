// Another program, with a pipe at either end. Foundation's Process needs a network, which a guest lacks.

import Foundation
import Glibc

/// A program that runs.
final class Child {
  let input: FileHandle
  let output: FileHandle
  private var process: pid_t = 0

  /// Starts a program with this one's environment and `environment` on top.
  init(_ words: [String], environment: [String: String] = [:]) throws {
    var toChild: [CInt] = [0, 0]
    var fromChild: [CInt] = [0, 0]
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { throw Mismatch("no pipe") }
    // What is the parent's must not stay open in this child or a later one.
    for end in [toChild[1], fromChild[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    for end in [toChild[0], fromChild[1]] { posix_spawn_file_actions_addclose(&actions, end) }
    let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var arguments = words.map { strdup($0) } + [nil]
    var variables = all.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    let code = posix_spawn(&process, words[0], &actions, nil, &arguments, &variables)
    close(toChild[0])
    close(fromChild[1])
    input = FileHandle(fileDescriptor: toChild[1])
    output = FileHandle(fileDescriptor: fromChild[0])
    guard code == 0 else { throw Mismatch("\(words[0]) cannot be started: \(code)") }
  }

  /// Waits until it has ended.
  func waitForEnd() {
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }
}
