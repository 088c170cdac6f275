"""Reads ten frames from a UM25C and prints the volts of each.

Beside an emulated meter, from the top folder:
    meterloop bench --meter um25c --load volts=5.08 -- /usr/bin/python3 examples/bleak-client/client.py
"""
import asyncio
import os
import sys
import time

from bleak import BleakClient, BleakScanner

ADAPTER = os.environ.get("METERLOOP_CENTRAL_ADAPTER", "hci0")
FRAMES = "0000fff1-0000-1000-8000-00805f9b34fb"
COMMANDS = "0000fff2-0000-1000-8000-00805f9b34fb"
REQUEST = bytes.fromhex("00F0A01BAB")


async def main():
    started = time.monotonic()
    meter = await BleakScanner.find_device_by_filter(
        lambda device, _: (device.name or "").startswith("UM25C"), timeout=30, adapter=ADAPTER)
    print(f"found after {time.monotonic() - started:.1f} s", file=sys.stderr)
    pieces = asyncio.Queue()
    async with BleakClient(meter, adapter=ADAPTER) as client:
        await client.start_notify(FRAMES, lambda _, piece: pieces.put_nowait(piece))
        for _ in range(10):
            await client.write_gatt_char(COMMANDS, REQUEST, response=True)
            frame = b""
            while len(frame) < 130:
                frame += await pieces.get()
            volts = int.from_bytes(frame[2:4], "big") / 1000
            print(f"{meter.name}: {len(frame)} bytes, {volts} V")


asyncio.run(main())
