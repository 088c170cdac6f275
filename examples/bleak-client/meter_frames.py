"""How each meter is asked for a frame, and how to read one, whichever Bluetooth library carries it."""
import ctypes

KEY = bytes.fromhex("5821fa5601b2f02687ff1204622a4fb086f40260816f9a0ba7f106619ab87288")
# Model, volts and amperes per unit, by the first word of a UM's frame.
UM = {0x0963: ("UM24C", 1e-2, 1e-3), 0x09C9: ("UM25C", 1e-3, 1e-4), 0x0D4C: ("UM34C", 1e-2, 1e-3)}


def short(uuid):
    return uuid[4:8]


def decrypt(frame):
    """AES-256-ECB by nettle, which meterloop needs too."""
    nettle = ctypes.CDLL("libnettle.so.8")
    context = ctypes.create_string_buffer(1024)
    plain = ctypes.create_string_buffer(len(frame))
    nettle.nettle_aes256_set_decrypt_key(context, KEY)
    nettle.nettle_aes256_decrypt(context, ctypes.c_size_t(len(frame)), plain, bytes(frame))
    return plain.raw


def decode_um(frame):
    model, volts, amperes = UM[int.from_bytes(frame[0:2], "big")]
    return model, {"volts": int.from_bytes(frame[2:4], "big") * volts,
                   "amperes": int.from_bytes(frame[4:6], "big") * amperes}


def decode_tc66c(frame):
    plain = decrypt(frame)
    assert plain[0:8] == b"pac1TC66", plain[0:8]
    return "TC66C", {"volts": int.from_bytes(plain[48:52], "little") * 1e-4,
                     "amperes": int.from_bytes(plain[52:56], "little") * 1e-5}


def decode_documented_tc66c(value):
    return "TC66C", {"watts": value[2], "amperes": value[1]}


def conversation(name, there):
    """Where frames come from, where to ask for one and how, its length, and how to read it."""
    if "2a37" in there:
        return "2a37", None, b"", 3, decode_documented_tc66c
    if "fff1" in there:
        return "fff1", "fff2", bytes.fromhex("00F0A01BAB"), 130, decode_um
    if "ffe9" in there:
        return "ffe4", "ffe9", b"bgetva\r\n", 192, decode_tc66c
    if name == "BT24-M":
        return "ffe1", "ffe2", b"bgetva\r\n", 192, decode_tc66c
    return "ffe1", "ffe1", b"\xF0", 130, decode_um
