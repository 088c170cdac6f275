"""A central that tells what another one told in a run that passed, at the times at which that one told
it, and touches no radio. No scenario may pass with it: what matters must be asked of other witnesses.

Its argument is the records.jsonl of the good run. Of several centrals it tells what the one on its
adapter told.
"""

import json
import os
import select
import socket
import sys
import time

adapter = int(os.environ["METERLOOP_CENTRAL_ADAPTER"].removeprefix("hci"))
events, commands = [], []
for text in open(sys.argv[1]):
    record = json.loads(text)
    if record.get("adapter") != adapter:
        continue
    if record["witness"] == "central":
        events.append(record)
    elif record["witness"] == "harness" and record["kind"] == "command":
        commands.append(record["time_ns"])

connection = socket.socket(fileno=int(os.environ["METERLOOP_DRIVER_FD"]))
pending = b""


def say(message):
    connection.sendall(json.dumps(message).encode() + b"\n")


def take(until):
    """Answers commands until a moment of the clock; False when there will be no more."""
    global pending, told
    while True:
        left = None if until is None else (until - time.monotonic_ns()) / 1e9
        if left is not None and left <= 0:
            return True
        if not select.select([connection], [], [], left)[0]:
            return True
        bytes_read = connection.recv(65536)
        if not bytes_read:
            return False
        pending += bytes_read
        while b"\n" in pending:
            text, pending = pending.split(b"\n", 1)
            command = json.loads(text)
            if "command" not in command:
                continue
            say({"reply": command["id"], "ok": True})
            if command["command"] == "quit":
                sys.exit(0)
            if command["command"] != "configure":
                told += 1
                return True


told = 0
say({"protocol": 1, "capabilities": ["connect", "disconnect", "quit"]})
# The clock of this run starts somewhere else than that run's; the first command is the same moment.
shift = None
for event in events:
    due = sum(moment <= event["time_ns"] for moment in commands)
    while told < due:
        if not take(None):
            sys.exit(0)
        if told == 1 and shift is None:
            shift = time.monotonic_ns() - commands[0]
    while shift is not None and time.monotonic_ns() < event["time_ns"] + shift:
        if not take(event["time_ns"] + shift):
            sys.exit(0)
    say({"event": event["kind"], "time_ns": time.monotonic_ns(), **event.get("details", {})})
while take(None):
    pass
