"""A central that answers nothing: mute_central.py ADDRESS. What it is asked, and how long it is borne."""
import sys
import time

from att_link import connect

link = connect(sys.argv[1])
start = time.monotonic()
try:
    while pdu := link.recv(600):
        print(f"asked {pdu.hex()} after {round((time.monotonic() - start) * 1000)} ms")
except ConnectionResetError:
    pass
print(f"alone after {round(time.monotonic() - start)} s")
