"""A client with an attribute protocol of its own, on a socket beside bluetoothd.

It connects by address without scanning, exchanges no MTU, discovers nothing and goes by handles:
    raw_att.py ADDRESS WRITE_OPCODE WRITE_HANDLE HEX FRAME_HANDLE BYTES [CCCD_HANDLE]
It prints the lengths of the notifications, the milliseconds from the request to the last, and the
frame. An error response ends it, in words.
"""
import sys
import time

from att_link import connect

address, opcode, write_handle, request, frame_handle, count, *cccd = sys.argv[1:]
opcode, write_handle, frame_handle = (int(x, 16) for x in (opcode, write_handle, frame_handle))
link = connect(address)
link.settimeout(10)


def handle(value):
    return value.to_bytes(2, "little")


def receive():
    """The next PDU that is for us; what the meter asks of a server is refused, as sigrok does."""
    while True:
        pdu = link.recv(600)
        if pdu[0] == 0x02:
            link.send(bytes([0x03, 23, 0]))
        elif pdu[0] % 2 == 0 and pdu[0] < 0x1B:
            link.send(bytes([0x01, pdu[0], 0, 0, 0x06]))
        elif pdu[0] == 0x01:
            print(f"error 0x{pdu[4]:02x} to opcode 0x{pdu[1]:02x} of handle 0x{pdu[2] | pdu[3] << 8:02x}")
            sys.exit(3)
        else:
            return pdu


if cccd:
    link.send(b"\x12" + handle(int(cccd[0], 16)) + b"\x01\x00")
    while receive()[0] != 0x13:
        pass
asked = time.monotonic()
link.send(bytes([opcode]) + handle(write_handle) + bytes.fromhex(request))
pieces = []
try:
    while sum(map(len, pieces)) < int(count):
        pdu = receive()
        if pdu[0] == 0x1B and pdu[1] | pdu[2] << 8 == frame_handle:
            pieces.append(pdu[3:])
except TimeoutError:
    print("nothing came" if not pieces else f"only {sum(map(len, pieces))} bytes came")
    sys.exit(4)
print("pieces", " ".join(str(len(piece)) for piece in pieces))
print("milliseconds", round((time.monotonic() - asked) * 1000))
print("frame", b"".join(pieces).hex())
