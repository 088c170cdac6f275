"""Bumble's side of the measurement beside this file: bumble_link.py COUNT.

Two of Bumble's hosts and controllers on its LocalLink, in this process. It prints the notifications a second
of processor time.
"""
import asyncio
import sys
import time

from bumble.controller import Controller
from bumble.device import Device, Peer
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.hci import Address
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport.common import AsyncPipeSink

AT_ONCE = 16
FRAME = bytes(range(130))


def device(link, number):
    controller = Controller(f"controller {number}", link=link)
    return Device(
        address=Address(f"F0:F1:F2:F3:F4:0{number}"),
        host=Host(controller, AsyncPipeSink(controller)))


def serve(meter):
    """FFE1 of a UM: a notification for each byte that is written."""
    def answer(_, requests):
        async def notify():
            for _ in requests:
                await meter.notify_subscribers(value, FRAME)
        asyncio.ensure_future(notify())

    value = Characteristic(
        "FFE1",
        Characteristic.Properties.NOTIFY | Characteristic.Properties.WRITE_WITHOUT_RESPONSE,
        Characteristic.WRITEABLE, CharacteristicValue(write=answer))
    meter.add_service(Service("FFE0", [value]))


async def main(count):
    link = LocalLink()
    central, meter = device(link, 1), device(link, 2)
    serve(meter)
    await central.power_on()
    await meter.power_on()
    await meter.start_advertising()
    peer = Peer(await central.connect(meter.random_address))
    await peer.request_mtu(247)
    await peer.discover_services()
    await peer.discover_characteristics()
    [value] = peer.get_characteristics_by_uuid("FFE1")
    frames = asyncio.Queue()
    await peer.subscribe(value, frames.put_nowait)
    start = time.process_time()
    for _ in range(count // AT_ONCE):
        await peer.write_value(value, b"\xF0" * AT_ONCE)
        for _ in range(AT_ONCE):
            if await frames.get() != FRAME:
                sys.exit("a notification is no whole frame")
    print(count // AT_ONCE * AT_ONCE / (time.process_time() - start))


asyncio.run(main(int(sys.argv[1])))
