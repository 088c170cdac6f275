"""A central as people write it: it appends whatever arrives and cuts at 130 bytes. Once a piece is
lost, nothing is ever in its place again.
"""

import asyncio
import json
import os
import socket

from bleak import BleakClient, BleakScanner

SERVICE = "0000fff0-0000-1000-8000-00805f9b34fb"
FRAMES = "0000fff1-0000-1000-8000-00805f9b34fb"
COMMANDS = "0000fff2-0000-1000-8000-00805f9b34fb"

adapter = os.environ["METERLOOP_CENTRAL_ADAPTER"]
line = socket.socket(fileno=int(os.environ["METERLOOP_DRIVER_FD"]))
buffer = bytearray()


def send(**fields):
    line.sendall(json.dumps(fields).encode() + b"\n")


def received(_, piece):
    buffer.extend(piece)
    while len(buffer) >= 130:
        frame = bytes(buffer[:130])
        del buffer[:130]
        if frame[:2] == b"\x09\xc9" and frame[-2:] == b"\xff\xf1":
            send(event="measurement", model="UM25C", volts=int.from_bytes(frame[2:4], "big") / 1000)


async def measure():
    while True:
        try:
            meter = await BleakScanner.find_device_by_filter(
                lambda _, data: SERVICE in data.service_uuids, adapter=adapter
            )
            async with BleakClient(meter, adapter=adapter) as client:
                await client.start_notify(FRAMES, received)
                while client.is_connected:
                    await client.write_gatt_char(COMMANDS, bytes.fromhex("00f0a01bab"), response=True)
                    await asyncio.sleep(0.7)
        except Exception:
            await asyncio.sleep(1)


async def main():
    reader, _ = await asyncio.open_connection(sock=line)
    send(protocol=1, capabilities=["connect", "disconnect", "quit"])
    await reader.readline()
    work = None
    while text := await reader.readline():
        command = json.loads(text)
        if command["command"] == "connect":
            work = asyncio.create_task(measure())
        elif command["command"] == "disconnect" and work:
            work.cancel()
        send(reply=command["id"], ok=command["command"] != "configure", error="not here")


asyncio.run(main())
