"""Links of a meter on the machine's own adapter: dropped, switched off and on; with both sides."""
import asyncio

from bleak import BleakClient
from emulation import Control, Emulation
from serial_port import Port
from um_client import find

FRAMES = "0000ffe1-0000-1000-8000-00805f9b34fb"
COMMANDS = "0000ffe2-0000-1000-8000-00805f9b34fb"


async def connected(name, frames):
    gone = asyncio.Event()
    client = BleakClient(
        await find(name), adapter="hci0", disconnected_callback=lambda _: gone.set())
    await client.connect()
    await client.start_notify(FRAMES, lambda _, piece: frames.put_nowait(bytes(piece)))
    return client, gone


async def main():
    meter = Emulation(
        "tc66c", "--profile", "factory", "--adapter", "hci1", "--load", "volts=5.08",
        "--serial", "/tmp/tc66", "--control", "/tmp/meter")
    frames = asyncio.Queue()
    async with meter:
        ready = await meter.until("ready")
        print("ready", ready["adapter"], ready["name"], ready["terminal"])
        async with Control("/tmp/meter") as control:
            client, gone = await connected("BT24-M", frames)
            await meter.until("subscribed")
            await client.write_gatt_char(COMMANDS, b"bgetva\r\n", response=False)
            over_the_air = b""
            while len(over_the_air) < 192:
                over_the_air += await frames.get()
            port = Port("/tmp/tc66")
            print("one meter", port.ask(b"getva", 192)[:64] == over_the_air[:64])

            print("drop", await control.ask("drop"))
            await gone.wait()
            await meter.until("disconnected")
            print("drop", await control.ask("drop"))

            client, gone = await connected("BT24-M", frames)
            await meter.until("subscribed")
            print("off", await control.ask("off"))
            await gone.wait()
            print("found", await find("BT24-M", timeout=5))
            port.write(b"query")
            print("silent", port.is_silent(), (await control.ask("state"))["phase"])

            print("on", await control.ask("on"))
            client, gone = await connected("BT24-M", frames)
            print("again", port.ask(b"query", 4), (await control.ask("state"))["phase"])

            print("wrong", await control.ask("explode"))
            print("wrong", await control.ask("load", volts="5A"))
            print("wrong", await control.ask("fault", verb="link.outOfRange"))
            await control.ask("quit")
            await gone.wait()
        await meter.until("ended")
        print("code", await meter.process.wait())


asyncio.run(main())
