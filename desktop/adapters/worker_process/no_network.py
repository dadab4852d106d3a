"""No network in a worker: none for Python, and on Linux none for the machine code of its engines either."""

from __future__ import annotations

import ctypes
import errno
import os
import socket
import struct
import sys
from typing import NoReturn

_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2
_LOAD, _IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_NUMBER_AT, _ARCHITECTURE_AT = 0, 4
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_OTHER_ABI = 0x40000000
_SOCKET_CALLS = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
"""For each kind of machine the kernel's name of it, and the number of its call `socket`."""


def block_network() -> None:
    """Make every attempt of this process, and of what it starts, to reach a network fail at once; call it before any thread starts."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # ONNX Runtime reports its use to its maker, by sockets of its own, unless told not to
    socket.socket = BlockedSocket  # type: ignore[misc]
    for name in ("create_connection", "create_server", "getaddrinfo", "gethostbyname", "socketpair", "fromfd"):
        setattr(socket, name, _refuse)
    if sys.platform == "linux" and os.uname().machine in _SOCKET_CALLS:
        _block_system_call(*_SOCKET_CALLS[os.uname().machine])


class BlockedSocket(socket.socket):
    """Stands in for every socket of a worker: there is no network here."""

    def __init__(self, *_: object, **__: object) -> None:
        _refuse()


def _refuse(*_: object, **__: object) -> NoReturn:
    raise PermissionError("A worker process has no network.")


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def _block_system_call(architecture: int, number: int) -> None:
    """Have the kernel refuse `socket`; one too old for that leaves it at what Python refuses."""
    steps = [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_IF_EQUAL, 0, 4, architecture),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_IF_EQUAL, 2, 0, number),
        (_IF_EQUAL, 1, 0, number | _OTHER_ABI),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _FAIL | errno.EACCES),
    ]
    program = _Program(len(steps), b"".join(struct.pack("=HBBI", *step) for step in steps))
    control = ctypes.CDLL(None).prctl
    control(_NO_NEW_PRIVILEGES, *map(ctypes.c_ulong, (1, 0, 0, 0)))
    control(_SECCOMP, ctypes.c_ulong(_FILTER), ctypes.byref(program))
