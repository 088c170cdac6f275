// What bluetoothd refuses, and what is said about it.

import BlueZ
import BusTestSupport
import HostLane
import MeterEmulator
import Testing

@Suite(.needsBus) struct RadioProblemTests {
  private static let denial = BusError(
    name: "org.freedesktop.DBus.Error.AccessDenied", message: "Rejected send message")

  @Test func aBusThatForbidsBluetoothd() throws {
    let machine = try Machine()
    machine.daemon.bus.export("/") { $0.fail(Self.denial) }
    _ = machine.emulate(MeterConfiguration())
    let failure = try machine.failure()
    #expect(failure.problem == "you have no permission to use bluetoothd: Rejected send message")
    #expect(failure.remedy.contains("usermod -aG bluetooth"))
    #expect(machine.calls.isEmpty)
  }

  @Test(arguments: [
    (
      "Set", denial, "you have no permission to use bluetoothd", "usermod -aG bluetooth"
    ),
    (
      "RegisterAdvertisement", BusError(.notPermitted, message: "Maximum advertisements reached"),
      "could not start advertising", "end another program that advertises"
    ),
    (
      "RegisterApplication", BusError(.alreadyExists, message: ""),
      "could not register the meter's service", "Is another meterloop emulate on this adapter?"
    ),
    (
      "RegisterApplication",
      BusError(name: "org.freedesktop.DBus.Error.UnknownMethod", message: ""),
      "could not register the meter's service", "BlueZ 5.50 or later"
    ),
  ])
  func whatBluetoothdRefuses(
    member: String, error: BusError, problem: String, remedy: String
  ) throws {
    let machine = try Machine()
    machine.failing[member] = [error]
    _ = machine.emulate(MeterConfiguration())
    let failure = try machine.failure()
    #expect(failure.problem.contains(problem), "\(failure)")
    #expect(failure.remedy.contains(remedy), "\(failure)")
    #expect(machine.kinds.contains("failed"))
  }

  @Test func anAdapterThatIsOff() throws {
    let machine = try Machine(isPowered: false)
    _ = machine.emulate(MeterConfiguration())
    let failure = try machine.failure()
    #expect(failure.problem == "the adapter hci1 is not powered")
    #expect(failure.remedy.contains("rfkill unblock bluetooth"))
  }
}
