"""Lays each fault of the payload at a meter of `meterloop emulate` on hci1, and reads the meter on hci0 as any
client does. Prints for each, as JSON, whether the meter said that it fired, and whether what was read then
differs from what was read before.

    meterloop bench --adapters 1 -- /usr/bin/python3 examples/emulate/every_fault.py
"""
import asyncio
import json
import os

from bleak import BleakClient, BleakScanner

UM25C = {
    "badChecksum": {}, "truncate": {"bytes": 60}, "extend": {"with": "00 FF"},
    "flipBits": {"offset": 3, "mask": "0x10"}, "wrongModel": {"model": "UM34C"},
    "staleBytes": {"bytes": 10}, "garbage": {"seed": 7}, "replay": {"frame": "09 C9 02 01"},
    "dropChunk": {"chunk": 3}, "duplicateChunk": {"chunk": 3}, "reorderChunks": {"chunk": 1},
    "resplit": {"bytes": 7}, "interleave": {},
}
TC66C = {"wrongKey": {}}
# What the meter is, where its frames come from, where to ask for one and how.
METERS = [
    (["um25c"], UM25C, "fff1", "fff2", bytes.fromhex("00F0A01BAB")),
    (["tc66c", "--profile", "factory"], TC66C, "ffe1", "ffe2", b"bgetva\r\n"),
]


def uuid(short):
    return f"0000{short}-0000-1000-8000-00805f9b34fb"


async def event(meter, wanted):
    while line := await meter.stdout.readline():
        said = json.loads(line)
        if said["event"] == wanted:
            return said
    raise SystemExit(f"the meter ended before '{wanted}'")


async def read(client, pieces, commands, request):
    """What comes within two seconds of asking."""
    await client.write_gatt_char(uuid(commands), request, response=True)
    await asyncio.sleep(2)
    return [pieces.get_nowait() for _ in range(pieces.qsize())]


async def ask(control, **command):
    reader, writer = control
    writer.write(json.dumps(command).encode() + b"\n")
    answer = json.loads(await reader.readline())
    assert answer["ok"], answer


async def try_all(arguments, faults, frames, commands, request):
    meter = await asyncio.create_subprocess_exec(
        os.environ.get("METERLOOP_BINARY", "meterloop"), "emulate", *arguments, "--adapter", "hci1",
        "--control", "/tmp/meter", stdout=asyncio.subprocess.PIPE)
    name = (await event(meter, "ready"))["name"]
    control = await asyncio.open_unix_connection("/tmp/meter")
    device = await BleakScanner.find_device_by_name(name, adapter="hci0")
    pieces = asyncio.Queue()
    async with BleakClient(device, adapter="hci0") as client:
        await client.start_notify(uuid(frames), lambda _, piece: pieces.put_nowait(piece))
        good = await read(client, pieces, commands, request)
        for verb, parameters in faults.items():
            again = await read(client, pieces, commands, request)
            assert again == good, f"before {verb} another frame came than at first"
            await ask(control, command="fault", verb=f"payload.{verb}", frames=1, **parameters)
            bad = await read(client, pieces, commands, request)
            try:
                fired = await asyncio.wait_for(event(meter, "fault.fired"), 1)
            except asyncio.TimeoutError:
                fired = {}
            await ask(control, command="lift")
            print(json.dumps({
                "fault": f"payload.{verb}", "fired": fired.get("verb") == f"payload.{verb}",
                "detected": bad != good}), flush=True)
    meter.terminate()
    await meter.wait()


async def main():
    for meter in METERS:
        await try_all(*meter)


asyncio.run(main())
