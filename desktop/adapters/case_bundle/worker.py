"""The caller's side of the bundle worker."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from desktop.adapters.worker_process.client import WorkerProcess
from desktop.adapters.worker_process.limits import LOW_PRIORITY, WorkerLimits
from desktop.adapters.worker_process.server import Reply
from desktop.application.job import CancelToken

_LIMITS = WorkerLimits(memory_bytes=3 * 2**30, file_bytes=64 * 2**30, nice=LOW_PRIORITY)
_SECONDS, _BYTES_A_SECOND = 300.0, 500_000
"""How long a call may take: so long, and longer by the size of the file; that is a hundred times what it takes on a slow machine."""


class BundleWorker:
    """Starts a process for each call, which is seldom; none lives on with what it was told."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)

    def unpack(self, source: Path, folder: Path, passphrase: str, identities: Sequence[str], cancel: CancelToken) -> None:
        """Verify a bundle and unpack it into an empty folder; BundleDamaged, PassphraseNeeded."""
        args = {"source": str(source.absolute()), "folder": str(folder.absolute()), "name": source.name}
        self._call("unpack", args, {"passphrase": passphrase, "identities": list(identities)}, source.stat().st_size, cancel)

    def seal(self, source: Path, target: Path, passphrase: str, recipients: Sequence[str], cancel: CancelToken) -> None:
        """Encrypt a file to recipients, or else to a passphrase; UsageError if a recipient is none."""
        args = {"source": str(source.absolute()), "target": str(target.absolute())}
        self._call("seal", args, {"passphrase": passphrase, "recipients": list(recipients)}, source.stat().st_size, cancel)

    def unlock(self, text: str, passphrase: str) -> str:
        """A short text that a passphrase encrypted in the age format; PassphraseNeeded if the passphrase is another."""
        return self._call("unlock", {}, {"text": text, "passphrase": passphrase}).blob.decode()

    def _call(
        self, method: str, args: dict[str, str], secret: dict[str, object], size: int = 0, cancel: CancelToken | None = None
    ) -> Reply:
        with closing(WorkerProcess(self._command, _LIMITS)) as worker:
            return worker.call(method, args, json.dumps(secret).encode(), timeout=_SECONDS + size / _BYTES_A_SECOND, cancel=cancel)
