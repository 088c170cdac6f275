// Calls, answers, errors and signals between two connections.

import BusTestSupport
import EventLoop
import Records
import Testing

@testable import BlueZ

@Suite(.needsBus) struct BusTests {
  private let test: PrivateBus
  private let client: Bus
  private let server: Bus

  init() throws {
    test = try PrivateBus()
    client = try test.connect()
    server = try test.connect()
  }

  private func call(
    _ member: String, _ arguments: [BusValue] = [], path: String = "/object"
  ) -> MethodCall {
    MethodCall(
      destination: server.uniqueName, path: path, interface: "test.Object", member: member,
      arguments: arguments)
  }

  @Test("BlueZ's errors keep their names", arguments: BlueZError.allCases)
  func errors(error: BlueZError) throws {
    server.export("/object") { $0.fail(BusError(error, message: "what is wrong")) }
    let failure = try test.wait { client.call(call("Fail"), $0) }.failure
    #expect(failure?.name == "org.bluez.Error." + error.rawValue)
    #expect(failure?.bluez == error)
    #expect(failure?.message == "what is wrong")
  }

  @Test("Others' errors are not BlueZ's", arguments: ["test.Error.Failed", "org.bluez.Error.Nope"])
  func foreignErrors(name: String) throws {
    server.export("/object") { $0.fail(BusError(name: name, message: "")) }
    let failure = try test.wait { client.call(call("Fail"), $0) }.failure
    #expect(failure == BusError(name: name, message: ""))
    #expect(failure?.bluez == nil)
  }

  @Test("Answers go to their calls, whatever their order") func laterReplies() throws {
    var kept: [IncomingCall] = []
    server.export("/object") { kept.append($0) }
    var answers: [String] = []
    for name in ["a", "b", "c"] {
      client.call(call("Keep", [.string(name)])) { result in
        answers.append("\(name)=\((try? result.get())?.first?.string ?? "error")")
      }
    }
    try test.run(until: { kept.count == 3 })
    for kept in kept.reversed() {
      kept.reply([.string(kept.arguments[0].string?.uppercased() ?? "")])
      #expect(!kept.isOpen)
      kept.reply([.string("again")])
      kept.fail(.disconnected)
    }
    try test.run(until: { answers.count == 3 })
    try test.settle(server, client)
    #expect(answers == ["c=C", "b=B", "a=A"])
  }

  @Test("A call let go unanswered fails at once") func unanswered() throws {
    server.export("/object") { _ in }
    let failure = try test.wait { client.call(call("Ignore"), $0) }.failure
    #expect(failure?.name == "org.freedesktop.DBus.Error.NoReply")
    #expect(failure?.message.contains("Ignore") == true)
  }

  @Test("A timeout fails the call, and the late answer is not taken for another's")
  func timeout() throws {
    var kept: IncomingCall?
    server.export("/object") { kept = $0 }
    let start = test.loop.now
    let failure = try test.wait {
      client.call(call("Keep"), timeout: .milliseconds(30), $0)
    }.failure
    #expect(failure?.name == "org.freedesktop.DBus.Error.NoReply")
    #expect(test.loop.now - start >= .milliseconds(30))
    try test.run(until: { kept != nil })
    server.export("/object") { $0.reply([.string("mine")]) }
    kept?.reply([.string("late")])
    #expect(try test.wait { client.call(call("Next"), $0) }.get() == [.string("mine")])
  }

  @Test("An answer that cannot be sent becomes an error") func unfitReply() throws {
    server.export("/object") { $0.reply([.objectPath("bad")]) }
    #expect(
      try test.wait { client.call(call("Get"), $0) }.failure?.name
        == "org.freedesktop.DBus.Error.InvalidArgs")
    server.export("/object") { $0.fail(BusError(name: "not a name", message: "m")) }
    #expect(
      try test.wait { client.call(call("Get"), $0) }.failure
        == BusError(name: "org.freedesktop.DBus.Error.Failed", message: "m"))
  }

  @Test("Objects that are not there, and those taken away") func unexported() throws {
    server.export("/object") { $0.reply() }
    _ = try test.wait { client.call(call("Get"), $0) }.get()
    server.unexport("/object")
    #expect(
      try test.wait { client.call(call("Get"), $0) }.failure?.name
        == "org.freedesktop.DBus.Error.UnknownObject")
  }

  @Test("A signal reaches those whose rule it fits, until they cancel") func signals() throws {
    var heard: [String] = []
    let sender = server.uniqueName
    client.onSignal(SignalRule(sender: sender)) { _ in heard.append("any") }
    client.onSignal(SignalRule(sender: sender, path: "/a")) { _ in heard.append("path") }
    client.onSignal(SignalRule(sender: sender, member: "Other")) { _ in heard.append("member") }
    client.onSignal(SignalRule(sender: client.uniqueName)) { _ in heard.append("sender") }
    let quoted = client.onSignal(SignalRule(sender: sender, firstArgument: "it's, 'so'")) { _ in
      heard.append("argument")
    }
    try test.settle(client, server)
    let signal = Signal(
      path: "/a", interface: "test.Object", member: "Changed", arguments: [.string("it's, 'so'")])
    try server.emit(signal)
    try test.settle(server, client)
    #expect(heard == ["any", "path", "argument"])
    quoted.cancel()
    try server.emit(signal)
    try test.settle(server, client)
    #expect(heard == ["any", "path", "argument", "any", "path"])
  }

  @Test("A bad match rule is told") func badRule() throws {
    var problems: [BusError] = []
    client.onProblem = { problems.append($0) }
    client.onSignal(SignalRule(sender: "no name")) { _ in }
    try test.run(until: { !problems.isEmpty })
    #expect(problems.first?.name == "org.freedesktop.DBus.Error.MatchRuleInvalid")
  }

  @Test("A name has one owner, whose changes are told") func names() throws {
    var owners: [String?] = []
    let watch = NameWatch(bus: client, name: "test.name") { owners.append($0) }
    try test.run(until: { owners.count == 1 })
    try test.wait { server.requestName("test.name", $0) }.get()
    #expect(try test.wait { client.requestName("test.name", $0) }.failure != nil)
    server.releaseName("test.name")
    try test.run(until: { owners.count == 3 })
    #expect(owners == [nil, server.uniqueName, nil])
    watch.cancel()
  }

  @Test("When the bus dies, calls fail once and the owner is told once") func lost() throws {
    var events: [String] = []
    client.onClosed = { events.append("closed") }
    server.export("/object") { [test] in
      _ = $0
      test.kill()
    }
    client.call(call("Kill")) { events.append($0.failure?.name ?? "answered") }
    try test.run(until: { events.count == 2 })
    #expect(events == ["org.freedesktop.DBus.Error.Disconnected", "closed"])
    #expect(!client.isOpen)
    let failure = try test.wait { client.call(call("More"), $0) }.failure
    #expect(failure == .disconnected)
    #expect(throws: BusError.disconnected) {
      try client.emit(Signal(path: "/", interface: "test.Object", member: "Gone"))
    }
    #expect(events.count == 2)
  }

  @Test("A callee that leaves the bus fails the call that waits for ever") func calleeLeaves()
    throws
  {
    var kept: IncomingCall?
    server.export("/object") { kept = $0 }
    let failure = try test.wait { done in
      client.call(call("Keep"), done)
      test.loop.after(.milliseconds(1)) { server.close() }
    }.failure
    #expect(failure?.name.hasPrefix("org.freedesktop.DBus.Error.") == true)
    kept?.reply()
  }

  @Test("Closing from within a handler, and letting go of the bus, is safe") func closing() throws {
    var events: [String] = []
    client.onClosed = { events.append("closed") }
    client.onSignal(SignalRule(sender: server.uniqueName)) { [unowned client] _ in
      events.append("signal")
      client.close()
    }
    try test.settle(client, server)
    let signal = Signal(path: "/", interface: "test.Object", member: "Now")
    try server.emit(signal)
    try server.emit(signal)
    try test.run(until: { !client.isOpen })
    #expect(events == ["signal"])
    var extra: Bus? = try test.connect()
    weak let remembered = extra
    extra = nil
    #expect(remembered == nil)
  }

  @Test("There is no bus where none listens") func noBus() {
    #expect {
      try Bus(loop: EventLoop(), address: .path("/nowhere/a b'%"))
    } throws: {
      ($0 as? BusError)?.name == "org.freedesktop.DBus.Error.FileNotFound"
    }
  }
}
