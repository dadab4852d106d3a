"""The lock that lets one process at a time write a vault."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import socket
from datetime import UTC, datetime
from pathlib import Path

from desktop.adapters.durable_files import storing, write_fully
from desktop.domain.errors import VaultLocked

_TAKEN = (errno.EAGAIN, errno.EACCES, errno.EWOULDBLOCK)
_UNWRITABLE = (errno.EROFS, errno.EACCES, errno.EPERM)


class VaultLock:
    """Held on `coffer.lock` by the kernel, so that it ends with its process however that ends.

    `holder` describes who writes the vault where this process may not; empty while it may, or has not asked.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None
        self.holder = ""

    @property
    def held(self) -> bool:
        """Whether this process may write the vault."""
        return self._descriptor is not None

    def try_acquire(self) -> bool:
        """Take the lock if nobody has it; else `holder` says who."""
        if self.held:
            return True
        try:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            if error.errno in _UNWRITABLE:
                self.holder = "nobody, but its folder can only be read"
                return False
            with storing(f"{self._path} could not be opened"):
                raise
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._sign(descriptor)
        except OSError as error:
            os.close(descriptor)
            if error.errno in _TAKEN:
                self.holder = _describe(self._path)
                return False
            with storing(f"{self._path} could not be locked"):
                raise
        self._descriptor = descriptor
        self.holder = ""
        return True

    def acquire(self) -> None:
        """Take the lock, or raise VaultLocked naming who has it."""
        if not self.try_acquire():
            raise VaultLocked(
                f"The vault {self._path.parent} is being written by {self.holder}.",
                "Close that one first. Reading and searching work meanwhile.",
            )

    def release(self) -> None:
        """Let others write the vault."""
        if self._descriptor is not None:
            os.ftruncate(self._descriptor, 0)
            os.close(self._descriptor)
            self._descriptor = None

    @staticmethod
    def _sign(descriptor: int) -> None:
        since = datetime.now(UTC).isoformat(timespec="seconds")
        content = json.dumps({"pid": os.getpid(), "host": socket.gethostname(), "since": since})
        os.ftruncate(descriptor, 0)
        write_fully(descriptor, content.encode() + b"\n")


def _describe(path: Path) -> str:
    try:
        signed = json.loads(path.read_bytes())
        since = datetime.fromisoformat(signed["since"]).astimezone()
        return f"Coffer (process {signed['pid']} on {signed['host']}, since {since:%Y-%m-%d %H:%M})"
    except (OSError, ValueError, TypeError, KeyError):  # it is being written at this moment, or was emptied by hand
        return "another Coffer"
