"""A TC66C at its USB port: emulate_serial.py PATH, where the link is to be."""
import asyncio
import os
import struct
import sys

from emulation import Control, Emulation
from serial_port import Port


async def main(path):
    control_path = path + ".control"
    meter = Emulation(
        "tc66c", "--serial", path, "--load", "volts=5.08,amperes=1.2", "--control", control_path)
    async with meter:
        await meter.until("ready")
        print("link", os.readlink(path).startswith("/dev/pts/"))
        port = Port(path)
        await meter.until("terminal.opened")
        print("raw", port.is_raw())
        print("query", port.ask(b"query", 4), port.ask(b"query\r\n", 4))
        frames = [port.ask(b"getva", 192), port.ask(b"getva\r\n", 192)]
        print("getva", *[len(frame) for frame in frames])
        # The third block is constant but for what follows its zeros; a real meter's, encrypted.
        print("pac3", *{frame[128:144].hex() for frame in frames})
        port.write(b"lastpnextp\r\nrotat\r\nnonsense\r\n")
        print("no answer", port.is_silent())
        print("after it", port.ask(b"nonsequery", 4))
        print("record", *struct.unpack("<II", port.ask(b"gtrec", 8)))
        async with Control(control_path) as control:
            await control.ask("load", volts=20, amperes=3)
            # A record each second: what came before the change is still the first.
            print("record", *struct.unpack("<II", port.ask(b"gtrec", 8)))
            state = await control.ask("state")
            print("state", state["phase"], state["frames"], state["last_command"])
        port.spoil()
        port.write(b"query\n")
        port.close()
        await meter.until("terminal.closed")
        port = Port(path)
        print("anew", port.is_raw(), port.is_silent(), port.ask(b"query", 4))
        port.close()
        print("code", await meter.interrupt())
        print("left", os.path.lexists(path), os.path.lexists(control_path))


asyncio.run(main(sys.argv[1]))
