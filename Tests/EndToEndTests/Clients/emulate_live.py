"""The live view on a terminal: drawn, changed by keys, and the terminal given back."""
import os
import pty
import subprocess
import sys
import termios

from emulation import METERLOOP

ours, theirs = pty.openpty()
termios.tcsetwinsize(theirs, (24, 100))
before = termios.tcgetattr(theirs)
process = subprocess.Popen(
    [METERLOOP, "emulate", *sys.argv[1:]], stdin=theirs, stdout=theirs, stderr=theirs,
    env={**os.environ, "TERM": "xterm"}, start_new_session=True)
drawn = ""


def until(*texts):
    """Reads until the latest drawing has all these texts, and returns its lines."""
    global drawn
    while True:
        screen = drawn.rsplit("\x1b[J", 2)[-2].rsplit("A\r", 1)[-1] if "\x1b[J" in drawn else ""
        if all(text in screen for text in texts):
            return [line.replace("\x1b[K", "").rstrip() for line in screen.split("\r\n")]
        drawn += os.read(ours, 4096).decode()


def press(key):
    os.write(ours, key.encode())


print(*[line for line in until("on the air") if not line.startswith("note: ")], sep="\n")
print("notes", drawn.count("note: "))
press("V")
print(*[line for line in until("5.1800 V") if "Load" in line])
press("aa")
print(*[line for line in until("1.0000 A") if "Load" in line])
press("d")
print(*[line for line in until("no central") if "central" in line])
press("p")
print(*[line for line in until("switched off") if "State" in line])
press("p")
print(*[line for line in until("on the air") if "State" in line])
press("q")
print("code", process.wait())
print("restored", termios.tcgetattr(theirs) == before)
