"""Changes a TC66C that runs: emulate_changes.py PATH CSV, its port's link and a recording."""
import asyncio
import json
import subprocess
import sys

from emulation import METERLOOP, Control, Emulation
from serial_port import Port


def show(what, port):
    frame = port.ask(b"getva", 192)
    decoded = subprocess.run(
        [METERLOOP, "decode", "--json", frame.hex()], capture_output=True, check=True)
    values = json.loads(decoded.stdout)["values"]
    print(what, values["serialNumber"], f"{values['volts']:.4f}", f"{values['amperes']:.5f}",
          values["temperatureDegrees"])


async def main(path, table):
    control_path = path + ".control"
    steps = {"loads": [{"volts": 20, "amperes": "2000mA", "for": "1h"}], "repeats": True}
    meter = Emulation(
        "{model: TC66C, serialNumber: 77, load: {amperes: 1}}", "--serial", path, "--control",
        control_path)
    async with meter:
        await meter.until("ready")
        port = Port(path)
        show("begins", port)
        async with Control(control_path) as control:
            await control.ask("load", volts=9.1)
            show("steady", port)
            await control.ask("load", recording=table)
            show("recording", port)
            await control.ask("load", steps=steps)
            show("steps", port)
            await control.ask("set", serialNumber=78, celsius=-20, usesFahrenheit=True)
            show("set", port)
            for command, fields in [
                ("dance", {}), ("set", {"backlightLevel": 1}), ("load", {}),
                ("load", {"ramp": {"over": "1s"}}), ("load", {"volts": 99}),
                ("load", {"volt": 9}),
            ]:
                answer = await control.ask(command, **fields)
                print("refused", answer["error"][:60])
            show("still", port)
        port.close()
        await meter.interrupt()


asyncio.run(main(*sys.argv[1:]))
