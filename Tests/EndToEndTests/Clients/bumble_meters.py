"""Reads one measurement from each meter in reach by Bumble, a host stack of its own.

    bumble_meters.py ADAPTER
Bumble drives the adapter by the kernel's user channel, past bluetoothd and the kernel's own stack.
"""
import asyncio
import fcntl
import socket
import sys

from bumble.core import AdvertisingData
from bumble.device import Device, Peer
from bumble.hci import Address
from bumble.transport import open_transport
from meter_frames import conversation

# ioctl HCIDEVDOWN, of the kernel's hci_sock.h.
HCI_DEVICE_DOWN = 0x400448CA
NAMES = (AdvertisingData.COMPLETE_LOCAL_NAME, AdvertisingData.SHORTENED_LOCAL_NAME)


def take_down(index):
    """The user channel is given for an adapter that is down; bluetoothd has powered it."""
    with socket.socket(socket.AF_BLUETOOTH, socket.SOCK_RAW, socket.BTPROTO_HCI) as control:
        fcntl.ioctl(control.fileno(), HCI_DEVICE_DOWN, index)


def short(uuid):
    return uuid.to_hex_str()[-4:].lower() if len(uuid.to_bytes()) == 2 else uuid.to_hex_str().lower()


async def found(device):
    """The names of who advertises, by address."""
    names = {}

    def note(advertisement):
        for kind in NAMES:
            if name := advertisement.data.get(kind):
                names[advertisement.address] = name

    device.on("advertisement", note)
    await device.start_scanning(active=True)
    await asyncio.sleep(2)
    await device.stop_scanning()
    return names


async def read(device, address, name):
    connection = await device.connect(address)
    peer = Peer(connection)
    await peer.request_mtu(247)
    await peer.discover_services()
    await peer.discover_characteristics()
    there = {short(c.uuid): c for s in peer.services for c in s.characteristics}
    frames, commands, request, length, decode = conversation(name, there)
    pieces = asyncio.Queue()
    await peer.subscribe(there[frames], pieces.put_nowait)
    if commands:
        await peer.write_value(there[commands], request, with_response=True)
    frame = b""
    while len(frame) < length:
        frame += await asyncio.wait_for(pieces.get(), 5)
    model, values = decode(frame)
    said = " ".join(f"{quantity}={value:.4f}" for quantity, value in values.items())
    print(name, model, said, flush=True)
    await connection.disconnect()


async def main(index):
    take_down(index)
    async with await open_transport(f"hci-socket:{index}") as (source, sink):
        device = Device.with_hci("Bumble", Address("F0:F1:F2:F3:F4:F5"), source, sink)
        await device.power_on()
        for address, name in (await found(device)).items():
            await read(device, address, name)


asyncio.run(main(int(sys.argv[1])))
