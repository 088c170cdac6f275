"""A client of a documented UM: frames by bleak, and what bluetoothd has of an adapter."""
import asyncio

from bleak import BleakClient, BleakScanner
from dbus_fast import BusType, Message
from dbus_fast.aio import MessageBus

FRAMES = "0000fff1-0000-1000-8000-00805f9b34fb"
COMMANDS = "0000fff2-0000-1000-8000-00805f9b34fb"
SERVICE = "0000fff0-0000-1000-8000-00805f9b34fb"
REQUEST = bytes.fromhex("00F0A01BAB")


async def find(name, timeout=30):
    return await BleakScanner.find_device_by_filter(
        lambda device, data: data.local_name == name, timeout=timeout, adapter="hci0")


class Client(BleakClient):
    """Connected to the meter, listening to its frames."""

    async def __aenter__(self):
        await super().__aenter__()
        self.pieces = asyncio.Queue()
        await self.start_notify(FRAMES, lambda _, piece: self.pieces.put_nowait(piece))
        return self

    async def frame(self):
        await self.write_gatt_char(COMMANDS, REQUEST, response=True)
        frame = b""
        while len(frame) < 130:
            frame += await self.pieces.get()
        return frame

    async def volts(self):
        return int.from_bytes((await self.frame())[2:4], "big") / 1000


async def adapter_state(name):
    """How many advertisements the adapter has, its services and its alias."""
    bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    reply = await bus.call(Message(
        destination="org.bluez", path="/", interface="org.freedesktop.DBus.ObjectManager",
        member="GetManagedObjects"))
    bus.disconnect()
    adapter = reply.body[0][f"/org/bluez/{name}"]
    return (adapter["org.bluez.LEAdvertisingManager1"]["ActiveInstances"].value,
            adapter["org.bluez.Adapter1"]["UUIDs"].value,
            adapter["org.bluez.Adapter1"]["Alias"].value)
