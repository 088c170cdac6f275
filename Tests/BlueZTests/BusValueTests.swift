// Values there and back, and what must not be sent or read.

import BusTestSupport
import CDBus
import Glibc
import Testing

@testable import BlueZ

@Suite(.needsBus) struct BusValueTests {
  static var values: [BusValue] {
    [
      .byte(0xFF), .bool(true), .bool(false), .int16(.min), .uint16(.max), .int32(.min),
      .uint32(.max), .int64(.min), .uint64(.max), .double(-0.1), .string(""), .string("Zähler ⚡️"),
      .objectPath("/"), .objectPath("/a/b_1"), .signature(""), .signature("a{sv}(ii)"),
      .bytes([]), .bytes([0, 0xFF, 0]), .bytes(Array(repeating: 7, count: 100_000)),
      .array(of: "s", []), .strings(["a", "", "ü"]), .array(of: "ay", [.bytes([1]), .bytes([])]),
      .array(of: "(yv)", [.structure([.byte(1), .variant(.string("x"))])]),
      .array(of: "v", [.variant(.byte(1)), .variant(.properties([:]))]),
      .dictionary(key: "q", value: "v", []),
      .dictionary(
        key: "q", value: "v",
        [
          BusEntry(.uint16(9), .variant(.bytes([1, 2]))),
          BusEntry(.uint16(1), .variant(.bool(true))),
        ]),
      .dictionary(
        key: "o", value: "a{sa{sv}}",
        [
          BusEntry(
            .objectPath("/x"),
            .dictionary(
              key: "s", value: "a{sv}", [BusEntry(.string("i"), .properties(["p": .byte(1)]))]))
        ]),
      .properties([:]),
      .properties(["a": .byte(1), "b": .variant(.byte(2)), "c": .properties(["d": .bytes([3])])]),
      .structure([.byte(1), .structure([.string("in")]), .strings([])]),
      .variant(.variant(.structure([.bool(true)]))),
    ]
  }

  @Test("Every value comes back as it was sent") func roundTrip() throws {
    let test = try PrivateBus()
    let (client, server) = (try test.connect(), try test.connect())
    server.export("/echo") { $0.reply($0.arguments) }
    let call = MethodCall(
      destination: server.uniqueName, path: "/echo", interface: "test.Echo", member: "Echo",
      arguments: Self.values)
    let answer = try test.wait { client.call(call, $0) }.get()
    #expect(answer.count == Self.values.count)
    for (sent, received) in zip(Self.values, answer) { #expect(sent == received) }
  }

  @Test("A descriptor is sent as a duplicate and closed when nobody takes it")
  func descriptors() throws {
    let test = try PrivateBus()
    let (client, server) = (try test.connect(), try test.connect())
    var ends: [CInt] = [-1, -1]
    try #require(packetPair(&ends) == 0)
    defer { close(ends[0]) }
    var wasWritten = false
    server.export("/take") { call in
      if call.member == "Write", let descriptor = call.arguments.first?.unixDescriptor?.take() {
        wasWritten = write(descriptor, "x", 1) == 1
        close(descriptor)
      }
      call.reply()
    }
    for member in ["Write", "Ignore"] {
      let call = MethodCall(
        destination: server.uniqueName, path: "/take", interface: "test.Take", member: member,
        arguments: [.unixDescriptor(BusDescriptor(adopting: dup(ends[1])))])
      _ = try test.wait { client.call(call, $0) }.get()
    }
    do {
      // Sent to nobody: the error must not keep it either.
      let call = MethodCall(
        destination: server.uniqueName, path: "/nobody", interface: "test.Take", member: "Take",
        arguments: [.variant(.unixDescriptor(BusDescriptor(adopting: dup(ends[1]))))])
      #expect(throws: BusError.self) { try test.wait { client.call(call, $0) }.get() }
    }
    close(ends[1])
    #expect(wasWritten)
    var byte: UInt8 = 0
    #expect(recv(ends[0], &byte, 1, CInt(MSG_DONTWAIT)) == 1)
    // The end of the stream shows that no duplicate is left open anywhere. The daemon closes its own
    // in its own time, after it has passed the answers on.
    try test.settle(client, server)
    var state = pollfd(fd: ends[0], events: 0, revents: 0)
    #expect(poll(&state, 1, 5000) == 1)
  }

  static var unfitValues: [BusValue] {
    [
      .string("a\0b"), .objectPath(""), .objectPath("no/slash"), .objectPath("/a\0"),
      .signature("a"), .signature("a{vs}"), .structure([]), .variant(.structure([])),
      .array(of: "s", [.byte(1)]), .array(of: "", []), .array(of: "ss", []), .array(of: "s\0", []),
      .dictionary(key: "v", value: "s", []), .properties(["a\0": .byte(1)]),
      .dictionary(key: "s", value: "s", [BusEntry(.string("a"), .byte(1))]),
      .properties(["a": .objectPath("bad")]), nested(65),
      .variant(.array(of: String(repeating: "a", count: 40) + "y", [])),
    ]
  }

  @Test("What libdbus would end the process over is refused", arguments: unfitValues.indices)
  func unfit(index: Int) throws {
    #expect {
      try BusValue.check([Self.unfitValues[index]])
    } throws: {
      ($0 as? BusError)?.name == "org.freedesktop.DBus.Error.InvalidArgs"
    }
  }

  @Test("Arrays end at D-Bus's 64 MiB") func longest() throws {
    let longest = [UInt8](repeating: 0, count: 1 << 26)
    try BusValue.check([.bytes(longest)])
    #expect(throws: BusError.self) { try BusValue.check([.bytes(longest + [0])]) }
  }

  @Test("Names of a call are checked too, and the error comes by the callback") func names() throws
  {
    let test = try PrivateBus()
    let bus = try test.connect()
    let fit = MethodCall(destination: "a.b", path: "/", interface: "a.b", member: "M")
    var calls = [fit, fit, fit, fit, fit]
    calls[0].destination = "a"
    calls[1].path = "/\0"
    calls[2].interface = "a..b"
    calls[3].member = "a.b"
    calls[4].arguments = [.string("\0")]
    for call in calls {
      let result = try test.wait { bus.call(call, $0) }
      #expect(result.failure?.name == "org.freedesktop.DBus.Error.InvalidArgs")
    }
    #expect(bus.isOpen)
  }

  @Test("As deep as libdbus reads is read") func deepEnough() throws {
    let test = try PrivateBus()
    let (client, server) = (try test.connect(), try test.connect())
    server.export("/echo") { $0.reply($0.arguments) }
    let call = MethodCall(
      destination: server.uniqueName, path: "/echo", interface: "test.Echo", member: "Echo",
      arguments: [Self.nested(BusValue.maximumDepth)])
    #expect(try test.wait { client.call(call, $0) }.get() == call.arguments)
  }

  @Test("A message nested deeper than allowed is refused and not followed") func tooDeep() throws {
    let message = try #require(dbus_message_new_signal("/", "test.Deep", "Deep"))
    defer { dbus_message_unref(message) }
    let depth = 200
    var iterators = Array(repeating: meterloop_dbus_iterator(), count: depth + 1)
    dbus_message_iter_init_append(message, &iterators[0])
    iterators.withUnsafeMutableBufferPointer { iterators in
      guard let first = iterators.baseAddress else { return }
      for level in 0..<depth {
        dbus_message_iter_open_container(
          first + level, METERLOOP_DBUS_VARIANT, level == depth - 1 ? "y" : "v", first + level + 1)
      }
      var byte: UInt8 = 1
      dbus_message_iter_append_basic(first + depth, METERLOOP_DBUS_BYTE, &byte)
      for level in (0..<depth).reversed() {
        dbus_message_iter_close_container(first + level, first + level + 1)
      }
    }
    #expect {
      try arguments(of: message)
    } throws: {
      ($0 as? BusError)?.name == "org.freedesktop.DBus.Error.InconsistentMessage"
    }
  }

  static func nested(_ depth: Int) -> BusValue {
    (0..<depth).reduce(.byte(1)) { inner, _ in .variant(inner) }
  }
}

extension Result {
  var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
