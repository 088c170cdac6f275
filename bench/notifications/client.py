"""The bench's central in the measurement beside this file: client.py ADDRESS COUNT.

It has an attribute channel of the kernel's, beside bluetoothd, so that little of what is measured is Python.
"""
import ctypes
import os
import socket
import sys

AT_ONCE = 16
FRAME_BYTES = 130
# Handles of a factory UM25C: FFE1's value, and its Client Characteristic Configuration.
VALUE, CONFIGURATION = b"\x14\x00", b"\x15\x00"
BLUETOOTH = 31
libc = ctypes.CDLL(None, use_errno=True)


def l2cap(address, kind):
    """struct sockaddr_l2 of the attribute channel; kind 1 is a public LE address."""
    return (
        BLUETOOTH.to_bytes(2, "little") + bytes(2)
        + bytes(reversed(bytes.fromhex(address.replace(":", ""))))
        + (4).to_bytes(2, "little") + bytes([kind, 0]))


def call(function, link, name):
    # Python's own connect knows no channels.
    if function(link.fileno(), name, len(name)) != 0:
        sys.exit(f"{function.__name__}: {os.strerror(ctypes.get_errno())}")


def receive(link, wanted):
    """The next PDU of a kind; what the meter's host asks as a client is refused."""
    while True:
        pdu = link.recv(600)
        if pdu[0] == wanted:
            return pdu
        if pdu[0] % 2 == 0:
            link.send(bytes([0x01, pdu[0], 0, 0, 0x06]))


def main(address, count):
    link = socket.socket(BLUETOOTH, socket.SOCK_SEQPACKET, 0)
    call(libc.bind, link, l2cap("00:00:00:00:00:00", 1))
    call(libc.connect, link, l2cap(address, 1))
    link.send(b"\x02\xF7\x00")
    receive(link, 0x03)
    link.send(b"\x12" + CONFIGURATION + b"\x01\x00")
    receive(link, 0x13)
    for _ in range(count // AT_ONCE):
        link.send(b"\x52" + VALUE + b"\xF0" * AT_ONCE)
        for _ in range(AT_ONCE):
            if len(receive(link, 0x1B)) != 3 + FRAME_BYTES:
                sys.exit("a notification is no whole frame")


main(sys.argv[1], int(sys.argv[2]))
