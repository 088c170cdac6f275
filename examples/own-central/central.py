"""A central that speaks the driver protocol, in Python with bleak: the shortest useful one.

It takes the commands connect, disconnect and quit, and tells of states and measurements. A scenario
starts it with

    central: {command: [/usr/bin/python3, examples/own-central/central.py]}
"""

import asyncio
import json
import os
import socket
import time

from bleak import BleakClient, BleakScanner

SERVICE = "0000fff0-0000-1000-8000-00805f9b34fb"
FRAMES = "0000fff1-0000-1000-8000-00805f9b34fb"
COMMANDS = "0000fff2-0000-1000-8000-00805f9b34fb"
REQUEST = bytes.fromhex("00f0a01bab")
FRAME_BYTES = 130

adapter = os.environ["METERLOOP_CENTRAL_ADAPTER"]
line = socket.socket(fileno=int(os.environ["METERLOOP_DRIVER_FD"]))


def send(**fields):
    line.sendall(json.dumps(fields).encode() + b"\n")


def tell(event, **fields):
    send(event=event, time_ns=time.clock_gettime_ns(time.CLOCK_MONOTONIC), **fields)


async def measure(name):
    """Finds the meter of this name, or any, and reads it until cancelled."""
    meter = await BleakScanner.find_device_by_filter(
        lambda device, data: SERVICE in data.service_uuids and name in (None, device.name),
        adapter=adapter,
    )
    tell("state", state="peripheralConnectionPending")
    pieces = asyncio.Queue()
    async with BleakClient(meter, adapter=adapter) as client:
        tell("state", state="peripheralReady")
        await client.start_notify(FRAMES, lambda _, piece: pieces.put_nowait(piece))
        while True:
            await client.write_gatt_char(COMMANDS, REQUEST, response=True)
            frame = b""
            while len(frame) < FRAME_BYTES:
                frame += await pieces.get()
            if frame[-2:] == b"\xff\xf1":
                volts = int.from_bytes(frame[2:4], "big") / 1000
                tell("measurement", model="UM25C", volts=volts)
            else:
                tell("rejected", reason="tail", detail=frame[-2:].hex())
            await asyncio.sleep(0.5)


async def main():
    reader, _ = await asyncio.open_connection(sock=line)
    send(protocol=1, capabilities=["connect", "disconnect", "quit"])
    await reader.readline()  # the harness's own first line
    work = None
    while text := await reader.readline():
        command = json.loads(text)
        match command["command"]:
            case "connect":
                work = asyncio.create_task(measure(command.get("name")))
            case "disconnect" if work:
                work.cancel()  # leaves the `async with`, which disconnects
            case "quit":
                send(reply=command["id"], ok=True)
                return
            case other:
                send(reply=command["id"], ok=False, error=f"cannot {other}")
                continue
        send(reply=command["id"], ok=True)


asyncio.run(main())
