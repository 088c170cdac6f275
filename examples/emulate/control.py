"""Commands a running `meterloop emulate --control PATH` and prints its answer.

    python3 control.py /tmp/meter load volts=9.1 amperes=0.5
    python3 control.py /tmp/meter fault verb=payload.badChecksum frames=1
"""
import json
import socket
import sys


def value(text):
    """A number where it is one."""
    try:
        return json.loads(text)
    except ValueError:
        return text


path, command, *fields = sys.argv[1:]
line = {"command": command}
for field in fields:
    name, _, text = field.partition("=")
    line[name] = value(text)
with socket.socket(socket.AF_UNIX) as control:
    control.connect(path)
    control.sendall(json.dumps(line).encode() + b"\n")
    answer = json.loads(control.makefile().readline())
print(json.dumps(answer))
sys.exit(0 if answer["ok"] else 1)
