"""A bleak client that asks first and subscribes afterwards, as kolinger/rd-usb does on its first read.

    hasty.py FRAMES COMMANDS HEX BYTES [request|command]
It prints the lengths of the notifications that came within 5 s.
"""
import asyncio
import os
import sys

from bleak import BleakClient, BleakScanner

ADAPTER = os.environ.get("METERLOOP_CENTRAL_ADAPTER", "hci0")
frames, commands, request, count = sys.argv[1:5]
with_response = sys.argv[5:] != ["command"]


def uuid(short):
    return f"0000{short}-0000-1000-8000-00805f9b34fb"


async def main():
    [device] = await BleakScanner.discover(timeout=1, adapter=ADAPTER)
    pieces = []
    async with BleakClient(device, adapter=ADAPTER) as client:
        try:
            await client.write_gatt_char(
                uuid(commands), bytes.fromhex(request), response=with_response)
        except Exception as error:
            print("refused:", error)
            return
        await client.start_notify(uuid(frames), lambda _, piece: pieces.append(len(piece)))
        for _ in range(50):
            if sum(pieces) >= int(count):
                break
            await asyncio.sleep(0.1)
    print("pieces", *pieces)


asyncio.run(main())
