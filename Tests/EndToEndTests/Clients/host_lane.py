"""meterloop test --lane host beside two adapters: what it says, and what it leaves behind."""
import asyncio
import os
import pathlib
import re
import signal
import sys

from dbus_fast import BusType, Message, Variant
from dbus_fast.aio import MessageBus
from emulation import METERLOOP

LANE = ["--lane", "host", "--peripheral-adapter", "hci1", "--central-adapter", "hci0"]
HEAD = """\
scenario: {}
meters:
  - model: UM25C
    load: {{volts: 5.08, amperes: 1.2}}
timeline:
  - central: connect
"""
READS = "  - expect: {measurement: {volts: 5.08, amperes: 1.2}, within: 10s}\n"
FILES = {
    "reads.yaml": HEAD.format("Reads") + READS,
    "wrong.yaml": HEAD.format("Wrong")
    + "  - expect: {measurement: {volts: 9.01}, within: 5s}\n",
    "spoilt.yaml": HEAD.format("Spoilt") + READS
    + "  - fault: {payload: badChecksum, frames: 1}\n  - expect: {rejected: {}, within: 5s}\n",
    "attempts.yaml": HEAD.format("Attempts") + "  - expect: {attempts: [1s]}\n",
    "range.yaml": HEAD.format("Range") + READS + "  - fault: {link: outOfRange, for: 2s}\n",
    "endless.yaml": HEAD.format("Endless") + READS + "  - wait: 9min\n",
}


async def call(bus, path, interface, member, signature="", *body):
    reply = await bus.call(Message(
        destination="org.bluez", path=path, interface=interface, member=member,
        signature=signature, body=list(body)))
    assert reply.error_name is None, (reply.error_name, reply.body)
    return reply.body


async def state(bus):
    """What the adapters are called and advertise, and which devices they know."""
    objects = (await call(
        bus, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects"))[0]
    adapter = objects["/org/bluez/hci1"]
    return (
        adapter["org.bluez.Adapter1"]["Alias"].value,
        adapter["org.bluez.LEAdvertisingManager1"]["ActiveInstances"].value,
        sorted(path for path in objects if re.fullmatch("/org/bluez/hci0/dev_[^/]*", path)))


async def start(*arguments):
    return await asyncio.create_subprocess_exec(
        METERLOOP, "test", *arguments, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT)


async def run(*arguments):
    process = await start(*arguments)
    output, _ = await process.communicate()
    text = re.sub(r"  \d+\.\d+ s$", "", output.decode(), flags=re.M)
    print(process.returncode, text, end="")


async def once(bus):
    before = await state(bus)
    await run(*LANE, "reads.yaml")
    print("left as before", await state(bus) == before)


async def verdicts(bus):
    before = await state(bus)
    await run(*LANE, "reads.yaml", "spoilt.yaml")
    print("left as before", await state(bus) == before)
    await run(*LANE, "attempts.yaml", "range.yaml", "--junit", "junit.xml", "--tap", "out.tap")
    print(*re.findall("<skipped.*", pathlib.Path("junit.xml").read_text()), sep="\n")
    print(*re.findall(".*SKIP.*", pathlib.Path("out.tap").read_text()), sep="\n")
    process = await start(*LANE, "reads.yaml", "wrong.yaml", "attempts.yaml")
    lines = (await process.communicate())[0].decode().splitlines()
    told = "passed|failed|skipped|  expected|  run it|1 "
    kept = [line for line in lines if re.match(told, line)]
    print(process.returncode, *[re.sub(r"  \d+\.\d+ s$", "", line) for line in kept], sep="\n")


async def problems(bus):
    await run("--lane", "host", "reads.yaml")
    await run("--lane", "host", "--peripheral-adapter", "hci1", "--central-adapter", "hci1",
              "reads.yaml")
    await run("--lane", "air", "reads.yaml")
    await run("--central-adapter", "hci0", "reads.yaml")
    await run(*LANE, "--jobs", "2", "reads.yaml")
    await run("--lane", "host", "--peripheral-adapter", "hci7", "--central-adapter", "hci0",
              "reads.yaml")
    await run("--lane", "host", "--peripheral-adapter", "hci1", "--central-adapter", "hci7",
              "reads.yaml")
    before = await state(bus)
    await call(bus, "/org/bluez/hci0", "org.freedesktop.DBus.Properties", "Set", "ssv",
               "org.bluez.Adapter1", "Powered", Variant("b", False))
    await run(*LANE, "reads.yaml")
    print("left as before", await state(bus) == before)


def centrals():
    """The processes of the built-in central."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if b"meterloop-central" in (process / "cmdline").read_bytes():
                found.append(process.name)
        except (FileNotFoundError, ProcessLookupError):
            pass
    return found


async def interrupt(bus):
    before = await state(bus)
    process = await start(*LANE, "endless.yaml", "reads.yaml")
    # The central has come to the meter once the meter's adapter has a link.
    while True:
        objects = (await call(
            bus, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects"))[0]
        devices = [v["org.bluez.Device1"] for p, v in objects.items()
                   if p.startswith("/org/bluez/hci0/dev") and "org.bluez.Device1" in v]
        if any(device["ServicesResolved"].value for device in devices):
            break
        await asyncio.sleep(0.1)
    during = await state(bus)
    print("during", during[0], during[1], len(during[2]), len(centrals()))
    process.send_signal(getattr(signal, sys.argv[2]))
    output, _ = await process.communicate()
    print(process.returncode, output.decode(), end="")
    print("left as before", await state(bus) == before, centrals())


async def main():
    os.chdir("/tmp")
    for name, text in FILES.items():
        pathlib.Path(name).write_text(text)
    bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    await {"once": once, "verdicts": verdicts, "problems": problems,
           "interrupt": interrupt}[sys.argv[1]](bus)


asyncio.run(main())
