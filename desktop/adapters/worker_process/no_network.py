"""No network in a process: none for Python, and on Linux, in a worker, none for the machine code of its engines either.

Python tells its audit hooks (PEP 578) of every socket, connection and look-up before it is made; a hook that raises refuses it, and
stays for as long as the process runs.
"""

from __future__ import annotations

import ctypes
import errno
import os
import socket
import struct
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2
_LOAD, _IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_NUMBER_AT, _ARCHITECTURE_AT = 0, 4
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_OTHER_ABI = 0x40000000
_GOES_TO = ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg")
_SOCKET_CALLS = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
"""For each kind of machine the kernel's name of it, and the number of its call `socket`."""

# Reserved for documentation (RFC 5737) and for nobody (RFC 6761): where a trial reaches, should it ever get through.
NOWHERE = ("192.0.2.1", 9)
NO_NAME = "coffer.invalid"


class NetworkRefused(PermissionError):
    """Coffer connects to nothing."""


def block_network(tell: Callable[[str], None]) -> None:
    """Make every attempt of this process, and of what it starts, to reach a network fail at once; call it before any thread starts.

    `tell` hears what Python code reached for; what the kernel refuses to machine code is not heard.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # ONNX Runtime reports its use to its maker, by sockets of its own, unless told not to
    refuse_network(tell)
    if _kernel_can_refuse():
        _block_system_call(*_SOCKET_CALLS[os.uname().machine])


class OneAddress:
    """The only place that a process may reach: a host's name or number, and a port.

    A connection goes to a number, so the name is looked up when one is asked for that is not known yet.
    """

    others = " else"

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._numbers = {host}

    def allows(self, event: str, arguments: tuple[Any, ...]) -> bool:
        """Whether an event of a socket reaches for nothing else; a socket by itself reaches for nothing."""
        if event == "socket.__new__":
            return True
        if event == "socket.getaddrinfo":
            return _text(arguments[0]) == self._host and arguments[1] in (self._port, str(self._port))
        if event != "socket.connect" or not isinstance(arguments[1], tuple):
            return False
        number, port = arguments[1][:2]
        return port == self._port and self._is_number(str(number))

    def _is_number(self, number: str) -> bool:
        if number not in self._numbers:
            with suppress(OSError):
                self._numbers |= {str(found[4][0]) for found in socket.getaddrinfo(self._host, self._port)}
        return number in self._numbers


class LocalSockets:
    """The sockets of this machine that a process may use, by their paths: none leads anywhere else.

    What answers behind any other (a container service, a resolver, an agent with keys) may well reach a network for whoever asks.
    """

    others = ""  # what stays on this machine is no exception to the claim

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = frozenset(paths)

    def allows(self, event: str, arguments: tuple[Any, ...]) -> bool:
        """Whether an event of a socket goes to one of them."""
        return event in _GOES_TO and _local(arguments[1]) in self._paths


def refuse_network(tell: Callable[[str], None], but: OneAddress | LocalSockets | None = None) -> None:
    """Refuse each attempt of Python code in this process, from now to its end, and tell what it reached for; `but` is let be."""
    socket.has_ipv6 = False  # HTTP libraries try it out with a socket as they are imported, which says nothing of what they are used for

    def hear(event: str, arguments: tuple[Any, ...]) -> None:
        if not event.startswith("socket.") or not (what := _reached_for(event, arguments)) or (but and but.allows(event, arguments)):
            return
        tell(what)
        raise NetworkRefused(f"Coffer connects to nothing{but.others if but else ''}: {what} was refused.")

    sys.addaudithook(hear)


def try_network(*, by_machine_code: bool) -> tuple[bool, str]:
    """Reach for a network in every way there is; whether all was refused, and how, as a sentence."""
    reached = [name for name, way in (("connecting", _connect), ("looking up names", _look_up)) if not _is_refused(way)]
    if by_machine_code and _kernel_can_refuse() and _opens_by_machine_code():
        reached.append("opening sockets by machine code")
    if reached:
        return False, f"It was not kept from {' and '.join(reached)}."
    by_kernel = "; sockets by the kernel too" if by_machine_code and _kernel_can_refuse() else ""
    return True, f"Connections and look-ups are refused before they are made{by_kernel}."


def _reached_for(event: str, arguments: tuple[Any, ...]) -> str:
    """What an event of a socket reaches for; empty for what stays in this process (a socket of the file system, until it is used)."""
    if event == "socket.__new__":
        return _family(arguments[1])
    if event in _GOES_TO:
        address = arguments[1]
        if (local := _local(address)) is not None:
            return f"the local socket {local.replace(chr(0), '@')}"
        return f"{address[0]}:{address[1]}" if isinstance(address, tuple) and len(address) > 1 else ""
    if event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"):
        return f"the name {arguments[0]!s}"
    return ""


def _local(address: object) -> str | None:
    """The path of a socket of the file system, in each kind of bytes that Python takes for one; None for any other address."""
    if isinstance(address, bytearray | memoryview):
        address = bytes(address)
    return os.fsdecode(address) if isinstance(address, str | bytes) else None


def _family(number: int) -> str:
    if number == socket.AF_UNIX:
        return ""
    return "an internet socket" if number in (socket.AF_INET, socket.AF_INET6) else f"a socket of family {int(number)}"


def _text(host: object) -> str:
    return host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)


def _connect() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as reaching:
        reaching.settimeout(0.2)
        reaching.connect(NOWHERE)


def _look_up() -> None:
    socket.getaddrinfo(NO_NAME, 80)


def _is_refused(way: Callable[[], None]) -> bool:
    with suppress(OSError):
        try:
            way()
        except NetworkRefused:
            return True
    return False


def _opens_by_machine_code() -> bool:
    descriptor: int = ctypes.CDLL(None).socket(int(socket.AF_INET), int(socket.SOCK_STREAM), 0)
    if descriptor < 0:
        return False
    os.close(descriptor)
    return True


def _kernel_can_refuse() -> bool:
    return sys.platform == "linux" and os.uname().machine in _SOCKET_CALLS


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
