"""The kernel's attribute channel to a device, beside bluetoothd."""
import ctypes
import os
import socket
import sys

libc = ctypes.CDLL(None, use_errno=True)


def l2cap(bdaddr, kind):
    """struct sockaddr_l2 of the attribute channel; kind 1 is a public LE address."""
    return (
        (31).to_bytes(2, "little") + bytes(2) + bytes(reversed(bytes.fromhex(bdaddr.replace(":", ""))))
        + (4).to_bytes(2, "little") + bytes([kind, 0]))


def call(function, fd, name):
    if function(fd, name, len(name)) != 0:
        sys.exit(f"{function.__name__}: {os.strerror(ctypes.get_errno())}")


def connect(address):
    """A blocking socket, once there is a link. The connect is libc's, for Python's knows no channels."""
    link = socket.socket(31, socket.SOCK_SEQPACKET, 0)
    call(libc.bind, link.fileno(), l2cap("00:00:00:00:00:00", 1))
    call(libc.connect, link.fileno(), l2cap(address, 1))
    return link
