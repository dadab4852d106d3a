"""One window for each person and screen: whoever starts a second one hands over to the first, through a socket file.

The socket lies in a folder that this person alone can enter, and each side looks whether the other runs under the same account before
anything is said. It leads nowhere but to another Coffer on this machine. Protocol: one JSON object, `{"vault": PATH or null, "bundle": PATH
or null}`, then the end of sending; the answer is `ok`.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import stat
import struct
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from desktop.domain.start_request import StartRequest

SECONDS = 3.0
MOST_BYTES = 64 * 1024
_OK = b"ok"
_MACOS_LOCAL, _MACOS_PEER, _MACOS_BYTES = 0, 1, 76
"""`SOL_LOCAL`, `LOCAL_PEERCRED` and the size of `struct xucred` in macOS's sys/un.h and sys/ucred.h."""


def socket_of(folder: Path, name: str) -> Path:
    """The socket of the window of this name."""
    return folder / f"{name}.sock"


class SingleWindow:
    """The place of the window: claimed by the first process that asks, for as long as that runs."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._socket = socket_of(folder, name)
        self._lock = folder / f"{name}.lock"
        self._held: int | None = None
        self._server: socket.socket | None = None
        self._thread: threading.Thread | None = None

    def claim(self) -> bool:
        """Take the place; False if another process has it. Raises OSError where the folder is not private or cannot be made so."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _demand_private(self._folder)
        descriptor = os.open(self._lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        self._held = descriptor
        return True

    def hand_over(self, request: StartRequest) -> bool:
        """Ask the process that has the place to come to the front, with the vault or bundle that is named; False if it does not answer."""
        try:
            _demand_own(self._socket, stat.S_ISSOCK)
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
                asking.settimeout(SECONDS)
                asking.connect(str(self._socket))
                if _peer(asking) != os.getuid():
                    return False
                asked = {"vault": request.vault, "bundle": request.bundle}
                asking.sendall(json.dumps({name: str(path) if path else None for name, path in asked.items()}).encode())
                asking.shutdown(socket.SHUT_WR)
                return asking.recv(len(_OK)) == _OK
        except OSError:  # it is ending, or hangs: whoever asked goes on alone
            return False

    def listen(self, asked: Callable[[StartRequest], None]) -> None:
        """Call `asked`, in a thread of its own, for each start that hands over. Raises OSError."""
        self._socket.unlink(missing_ok=True)  # the place is ours: who left it there is gone
        server = self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        server.bind(str(self._socket))
        self._socket.chmod(0o600)
        server.listen(4)
        self._thread = threading.Thread(target=_serve, args=(server, asked), name="single window", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Give the place up; may be called again."""
        if self._server is not None and self._thread is not None:
            with suppress(OSError):  # wakes the thread that waits in `accept`
                self._server.shutdown(socket.SHUT_RDWR)
            self._server.close()
            self._thread.join(SECONDS)
            self._socket.unlink(missing_ok=True)
            self._server = None
        if self._held is not None:
            os.close(self._held)
            self._held = None


def _serve(server: socket.socket, asked: Callable[[StartRequest], None]) -> None:
    while True:
        try:
            caller, _ = server.accept()
        except OSError:  # the window closes
            return
        with caller, suppress(OSError, ValueError, RecursionError):  # whoever says nothing sensible in time is not answered
            caller.settimeout(SECONDS)
            if _peer(caller) != os.getuid():
                continue
            asked(_read(caller))
            caller.sendall(_OK)


def _read(caller: socket.socket) -> StartRequest:
    """What is asked for; ValueError if that cannot be understood, RecursionError if it is nested too deep for that."""
    said = b""
    while piece := caller.recv(4096):
        said += piece
        if len(said) > MOST_BYTES:
            raise ValueError("too long")
    message = json.loads(said)
    if not isinstance(message, dict):
        raise ValueError("no request")
    return StartRequest(_path(message.get("vault")), _path(message.get("bundle")))


def _path(said: object) -> Path | None:
    if said is None:
        return None
    if not isinstance(said, str) or not said.startswith("/") or "\0" in said:
        raise ValueError("no path")
    return Path(said)


def _peer(connection: socket.socket) -> int:
    """The account under which the other side runs."""
    if sys.platform == "darwin":
        credentials = connection.getsockopt(_MACOS_LOCAL, _MACOS_PEER, _MACOS_BYTES)
        return int(struct.unpack_from("II", credentials)[1])
    _, account, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")))
    return int(account)


def _demand_private(folder: Path) -> None:
    """PermissionError unless this is a folder of this person's that nobody else can enter."""
    found = _demand_own(folder, stat.S_ISDIR)
    if stat.S_IMODE(found.st_mode) & 0o077:
        raise PermissionError(f"{folder} is open to others")


def _demand_own(path: Path, kind: Callable[[int], bool]) -> os.stat_result:
    """PermissionError unless this is this person's, of this kind, and no link to somewhere else."""
    found = path.lstat()
    if not kind(found.st_mode) or found.st_uid != os.getuid():
        raise PermissionError(f"{path} is not this account's own")
    return found
