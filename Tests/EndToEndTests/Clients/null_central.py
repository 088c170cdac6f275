"""A central that says yes to everything and does nothing. No scenario may pass with it."""

import json
import os
import socket

line = socket.socket(fileno=int(os.environ["METERLOOP_DRIVER_FD"])).makefile("rwb", buffering=0)


def say(message):
    line.write(json.dumps(message).encode() + b"\n")


say({"protocol": 1, "capabilities": ["connect", "disconnect", "quit"]})
for text in line:
    command = json.loads(text)
    if "command" in command:
        say({"reply": command["id"], "ok": True})
    if command.get("command") == "quit":
        break
