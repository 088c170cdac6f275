"""PyPI's tc66-serial reads an emulated TC66C: tc66_serial_client.py PATH, where the link is to be."""
import asyncio
import sys

from emulation import Emulation
from tc66_serial import Tc66Client


def read(path):
    with Tc66Client(path) as client:
        print(client.query_mode())
        client.next_page()
        client.rotate_screen()
        for _ in range(10):
            reading = client.get_reading()
        print(reading.product_name, f"{reading.voltage:.4f} V", f"{reading.current:.5f} A")
        print(reading.pac1_checksum_valid, reading.pac2_checksum_valid)


async def main(path):
    async with Emulation("tc66c", "--serial", path, "--load", "volts=5.08,amperes=1.2") as meter:
        await meter.until("ready")
        await asyncio.to_thread(read, path)
        print("code", await meter.interrupt())


asyncio.run(main(sys.argv[1]))
