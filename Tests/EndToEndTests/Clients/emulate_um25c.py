"""A UM25C on the machine's own adapter hci1, a client on hci0 beside it, from start to Ctrl-C."""
import asyncio

from emulation import Control, Emulation
from um_client import SERVICE, Client, adapter_state, find


async def main():
    before = await adapter_state("hci1")
    meter = Emulation(
        "um25c", "--adapter", "hci1", "--name", "UM25C-HOST", "--load", "volts=5.08,amperes=1.2",
        "--control", "/tmp/meter")
    async with meter:
        ready = await meter.until("ready")
        print("ready", ready["adapter"], ready["name"])
        print("notes", sum(event["event"] == "note" for event in meter.events))
        during = await adapter_state("hci1")
        print("during", during[0], SERVICE in during[1], during[2])
        async with Client(await find("UM25C-HOST"), adapter="hci0") as client:
            await meter.until("subscribed")
            print("volts", *[await client.volts() for _ in range(10)])
            async with Control("/tmp/meter") as control:
                print("load", await control.ask("load", volts=9.1))
                print("volts", await client.volts())
                print("refused", await control.ask("load", volts=99))
                state = await control.ask("state")
                print("state", *[state[key] for key in
                                 ("phase", "centrals", "subscribed", "frames", "volts", "amperes")])
                print("fault", await control.ask("fault", verb="payload.badChecksum", frames=1))
                tails = [(await client.frame())[-2:].hex() for _ in range(2)]
                print("tails", *tails)
        await meter.until("disconnected")
        print("code", await meter.interrupt())
    after = await adapter_state("hci1")
    print("restored", after == before)
    print("found again", await find("UM25C-HOST", timeout=5))


asyncio.run(main())
