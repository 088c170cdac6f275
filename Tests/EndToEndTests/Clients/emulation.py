"""A running `meterloop emulate`, for the scripts beside this one."""
import asyncio
import json
import os
import signal

METERLOOP = os.environ["METERLOOP_BINARY"]


class Emulation:
    """Starts it, reads its events, commands it at its control socket."""

    def __init__(self, *arguments):
        self.arguments = arguments
        self.events = []

    async def __aenter__(self):
        self.process = await asyncio.create_subprocess_exec(
            METERLOOP, "emulate", *self.arguments, stdout=asyncio.subprocess.PIPE)
        return self

    async def __aexit__(self, *_):
        if self.process.returncode is None:
            self.process.kill()
            await self.process.wait()

    async def until(self, wanted):
        """Reads events up to the one wanted, and returns it."""
        while line := await self.process.stdout.readline():
            event = json.loads(line)
            self.events.append(event)
            if event["event"] == wanted:
                return event
        raise SystemExit(f"the emulation ended before '{wanted}': {self.events}")

    async def interrupt(self):
        """Ctrl-C; the exit code."""
        self.process.send_signal(signal.SIGINT)
        await self.until("ended")
        return await self.process.wait()


class Control:
    """A script at the control socket."""

    def __init__(self, path):
        self.path = path
        self.sent = 0

    async def __aenter__(self):
        self.reader, self.writer = await asyncio.open_unix_connection(self.path)
        return self

    async def __aexit__(self, *_):
        self.writer.close()

    async def ask(self, command, **fields):
        self.sent += 1
        line = json.dumps({"id": self.sent, "command": command, **fields})
        self.writer.write(line.encode() + b"\n")
        answer = json.loads(await self.reader.readline())
        assert answer.pop("reply") == self.sent, answer
        return answer
