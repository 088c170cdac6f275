"""A central that reads documented meters, and takes them for what a rule says.

    identifying.py sample   the documents' sample: whatever has FFF0 is a UM25C
    identifying.py frame    what the name leaves open is unknown until a frame names the model
"""
import asyncio
import json
import os
import socket
import sys
import time

from bleak import BleakClient, BleakScanner

SERVICE = "0000fff0-0000-1000-8000-00805f9b34fb"
FRAMES = "0000fff1-0000-1000-8000-00805f9b34fb"
COMMANDS = "0000fff2-0000-1000-8000-00805f9b34fb"
REQUEST = bytes.fromhex("00f0a01bab")
FRAME_BYTES = 130
MODELS = {0x0963: "UM24C", 0x09C9: "UM25C", 0x0D4C: "UM34C"}
# Volts and amperes per unit.
UNITS = {"UM24C": (1e-2, 1e-3), "UM25C": (1e-3, 1e-4), "UM34C": (1e-2, 1e-3)}

adapter = os.environ["METERLOOP_CENTRAL_ADAPTER"]
line = socket.socket(fileno=int(os.environ["METERLOOP_DRIVER_FD"]))


def send(**fields):
    line.sendall(json.dumps(fields).encode() + b"\n")


def tell(event, **fields):
    send(event=event, time_ns=time.clock_gettime_ns(time.CLOCK_MONOTONIC), **fields)


async def measure(rule):
    meter = await BleakScanner.find_device_by_filter(
        lambda device, data: SERVICE in data.service_uuids, adapter=adapter)
    model = "UM25C" if rule == "sample" else "unknown"
    tell("identified", model=model, name=meter.name)
    pieces = asyncio.Queue()
    async with BleakClient(meter, adapter=adapter) as client:
        await client.start_notify(FRAMES, lambda _, piece: pieces.put_nowait(piece))
        while True:
            await client.write_gatt_char(COMMANDS, REQUEST, response=True)
            frame = b""
            while len(frame) < FRAME_BYTES:
                frame += await pieces.get()
            known = model
            if rule == "frame":
                model = MODELS[int.from_bytes(frame[:2], "big")]
            volts, amperes = UNITS[model]
            tell("measurement", model=model, volts=int.from_bytes(frame[2:4], "big") * volts,
                 amperes=int.from_bytes(frame[4:6], "big") * amperes)
            if model != known:
                tell("identified", model=model, name=meter.name)
            await asyncio.sleep(0.5)


async def main(rule):
    reader, _ = await asyncio.open_connection(sock=line)
    send(protocol=1, capabilities=["connect"])
    await reader.readline()  # the harness's own first line
    work = None
    while text := await reader.readline():
        command = json.loads(text)
        if command["command"] == "connect":
            work = asyncio.create_task(measure(rule))
            send(reply=command["id"], ok=True)
        else:
            send(reply=command["id"], ok=False, error="only connect")


asyncio.run(main(sys.argv[1]))
