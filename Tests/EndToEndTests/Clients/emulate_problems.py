"""What can be wrong with a machine's adapters, and bluetoothd's restart: beside two adapters."""
import asyncio
import os
import signal
import subprocess

from dbus_fast import BusType, Message, Variant
from dbus_fast.aio import MessageBus
from emulation import METERLOOP, Emulation


async def call(bus, path, interface, member, signature="", *body):
    reply = await bus.call(Message(
        destination="org.bluez", path=path, interface=interface, member=member,
        signature=signature, body=list(body)))
    assert reply.error_name is None, reply.error_name
    return reply.body


def failing(*arguments):
    run = subprocess.run(
        [METERLOOP, "emulate", "um25c", *arguments], capture_output=True, text=True, check=False)
    print(run.returncode, run.stderr, end="")


async def main():
    failing("--adapter", "hci7")
    failing("--adapter", "hci1", "--address", "00:15:A6:00:36:2F")
    bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    properties = "org.freedesktop.DBus.Properties"
    for adapter in ["hci0", "hci1"]:
        await call(bus, f"/org/bluez/{adapter}", properties, "Set", "ssv",
                   "org.bluez.Adapter1", "Powered", Variant("b", False))
    failing("--adapter", "hci1")
    failing()
    await call(bus, "/org/bluez/hci1", properties, "Set", "ssv",
               "org.bluez.Adapter1", "Powered", Variant("b", True))
    async with Emulation("um25c", "--control", "/tmp/meter") as meter:
        print("default", (await meter.until("ready"))["adapter"])
        # One meter at an adapter: the second is refused by the control socket of the first.
        failing("--control", "/tmp/meter")
        print("code", await meter.interrupt())


asyncio.run(main())
