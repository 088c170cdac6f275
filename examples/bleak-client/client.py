"""Reads ten frames from a UM25C and prints the volts of each.

On real hardware:    python3 client.py
Beside an emulated:  meterloop bench --meter um25c --load volts=5.08 -- /usr/bin/python3 client.py
"""
import asyncio
import os

from bleak import BleakClient, BleakScanner

ADAPTER = os.environ.get("METERLOOP_CENTRAL_ADAPTER", "hci0")
FRAMES = "0000fff1-0000-1000-8000-00805f9b34fb"
COMMANDS = "0000fff2-0000-1000-8000-00805f9b34fb"
REQUEST = bytes.fromhex("00F0A01BAB")


async def main():
    meter = await BleakScanner.find_device_by_filter(
        lambda device, _: (device.name or "").startswith("UM25C"), timeout=30, adapter=ADAPTER)
    pieces = asyncio.Queue()
    async with BleakClient(meter, adapter=ADAPTER) as client:
        await client.start_notify(FRAMES, lambda _, piece: pieces.put_nowait(piece))
        for _ in range(10):
            await client.write_gatt_char(COMMANDS, REQUEST, response=True)
            frame = b""
            while len(frame) < 130:
                frame += await pieces.get()
            print(meter.name, len(frame), int.from_bytes(frame[2:4], "big") / 1000, "V")


asyncio.run(main())
