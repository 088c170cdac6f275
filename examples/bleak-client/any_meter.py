"""Reads one measurement from each meter in reach, whichever it is.

Beside emulated meters, from the top folder:
    meterloop bench --meter um34c --meter tc66c --profile factory -- \
        /usr/bin/python3 examples/bleak-client/any_meter.py
"""
import asyncio
import os

from bleak import BleakClient, BleakScanner
from meter_frames import conversation, short

ADAPTER = os.environ.get("METERLOOP_CENTRAL_ADAPTER", "hci0")


async def read(device):
    async with BleakClient(device, adapter=ADAPTER) as client:
        there = {short(c.uuid): c for s in client.services for c in s.characteristics}
        frames, commands, request, length, decode = conversation(device.name, there)
        pieces = asyncio.Queue()
        await client.start_notify(there[frames], lambda _, piece: pieces.put_nowait(piece))
        if commands:
            await client.write_gatt_char(there[commands], request, response=True)
        frame = b""
        while len(frame) < length:
            frame += await asyncio.wait_for(pieces.get(), 5)
        model, values = decode(frame)
        said = " ".join(f"{quantity}={value:.4f}" for quantity, value in values.items())
        print(device.name, model, said, flush=True)


async def main():
    for device in await BleakScanner.discover(timeout=2, adapter=ADAPTER):
        await read(device)


asyncio.run(main())
