"""The MarkdownConverter port: files are converted in a few warm child processes, each of which a bad file may cost."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from desktop.adapters.worker_process.client import WorkerProcess, worker_command
from desktop.adapters.worker_process.faults import WorkerOutgrew, WorkerTimedOut
from desktop.adapters.worker_process.limits import LOW_PRIORITY, WorkerLimits
from desktop.adapters.worker_process.server import Reply
from desktop.application.job import CancelToken
from desktop.application.ports import Conversion, ConversionLimits, Member
from desktop.domain.errors import Cancelled, ConversionFailed, WorkerDied
from desktop.domain.quality import Flag, FlagKind

FILES_PER_CHILD = 200
MOST_KEPT_BYTES = 256 * 2**20
"""Memory of a child that waits for the next file; one that a large file left with more is ended, for it gives nothing back."""
MOST_CHILDREN = 4
WRITABLE_BYTES = 1024 * 2**20
LIBRARY_SPACE = 1024 * 2**20
WAIT_SECONDS = 0.1


class PooledConverter:
    """Converts in up to `workers` processes at a time; 0 means one for each processor core, at most four."""

    def __init__(self, workers: int = 0, command: Sequence[str] | None = None) -> None:
        self._command = tuple(command or worker_command("convert"))
        self._free = threading.Semaphore(workers or min(os.cpu_count() or 1, MOST_CHILDREN))
        self._lock = threading.Lock()
        self._idle: list[_Child] = []
        self._busy: set[_Child] = set()
        self._closed = False

    def convert(
        self, path: Path, limits: ConversionLimits, cancel: CancelToken, members: Path | None = None, passwords: Sequence[str] = ()
    ) -> Conversion:
        """Convert one file; waits while all processes are busy."""
        call = _Call(path, limits, cancel, members, tuple(passwords))
        while not self._free.acquire(timeout=WAIT_SECONDS):
            cancel.raise_if_cancelled()
        try:
            return self._convert(call)
        except WorkerDied as error:
            if self._closed:
                raise Cancelled from error
            raise _as_failure(error, limits) from error
        finally:
            self._free.release()

    def rest(self) -> None:
        """End the processes that wait for a file, for the memory that they hold; the next file starts others."""
        with self._lock:
            waiting, self._idle = self._idle, []
        for child in waiting:
            child.process.close()

    def close(self) -> None:
        """End all processes; conversions in progress are cancelled."""
        with self._lock:
            self._closed = True
            children = [*self._idle, *self._busy]
            self._idle.clear()
        for child in children:
            child.process.close()

    def _convert(self, call: _Call) -> Conversion:
        child = self._take(call.limits)
        try:
            return child.convert(call)
        except WorkerTimedOut:
            raise
        except WorkerDied:
            if child.files == 1 or self._closed:
                raise
            call.forget_members()
            return child.convert(call)  # what files before it left behind may be to blame: once more, afresh
        finally:
            self._give_back(child)

    def _take(self, limits: ConversionLimits) -> _Child:
        wanted = _worker_limits(limits)
        with self._lock:
            if self._closed:
                raise Cancelled
            child = next((child for child in self._idle if child.process.limits == wanted), None)
            outdated = [] if child or not self._idle else [self._idle.pop()]
            if child:
                self._idle.remove(child)
            else:
                child = _Child(WorkerProcess(self._command, wanted))
            self._busy.add(child)
        for each in outdated:
            each.process.close()
        return child

    def _give_back(self, child: _Child) -> None:
        with self._lock:
            self._busy.discard(child)
            worn = self._closed or child.worn
            if not worn:
                self._idle.append(child)
        if worn:
            child.process.close()


@dataclass(frozen=True, slots=True)
class _Call:
    """One file to be converted, and how."""

    path: Path
    limits: ConversionLimits
    cancel: CancelToken
    members: Path | None
    passwords: tuple[str, ...]

    def arguments(self) -> dict[str, Any]:
        """What the worker is told."""
        return {
            "path": str(self.path.absolute()),
            "limits": asdict(self.limits),
            "members": str(self.members.absolute()) if self.members else None,
            "passwords": list(self.passwords),
        }

    def forget_members(self) -> None:
        """Remove what a worker had taken out before it died."""
        for left in self.members.iterdir() if self.members else ():
            shutil.rmtree(left) if left.is_dir() else left.unlink()


class _Child:
    def __init__(self, process: WorkerProcess) -> None:
        self.process = process
        self.files = 0

    @property
    def worn(self) -> bool:
        """Whether the next file is better served by a fresh process."""
        return self.files >= FILES_PER_CHILD or not self.process.running or self.process.resident_bytes > MOST_KEPT_BYTES

    def convert(self, call: _Call) -> Conversion:
        self.files += 1
        return _read_reply(self.process.call("convert", call.arguments(), timeout=call.limits.seconds, cancel=call.cancel))


def _read_reply(reply: Reply) -> Conversion:
    fields = reply.result | {
        "empty_pages": tuple(reply.result["empty_pages"]),
        "warnings": tuple(reply.result["warnings"]),
        "origins": tuple((field, where) for field, where in reply.result["origins"]),
        "flags": tuple(Flag(FlagKind(flag["kind"]), flag["quote"]) for flag in reply.result["flags"]),
        "members": tuple(_read_member(member) for member in reply.result["members"]),
    }
    return Conversion(markdown=reply.blob.decode("utf-8"), **fields)


def _read_member(fields: dict[str, Any]) -> Member:
    path = fields["path"]
    return Member(**(fields | {"path": None if path is None else Path(path)}))


def _worker_limits(limits: ConversionLimits) -> WorkerLimits:
    return WorkerLimits(
        memory_bytes=limits.memory_bytes,
        address_space_bytes=limits.memory_bytes + LIBRARY_SPACE,
        file_bytes=WRITABLE_BYTES,
        nice=LOW_PRIORITY,
    )


def _as_failure(error: WorkerDied, limits: ConversionLimits) -> ConversionFailed:
    if isinstance(error, WorkerTimedOut):
        return ConversionFailed(
            f"It took longer than {limits.seconds:g} seconds to convert and was given up.",
            "Raise imports.seconds_per_file in the vault's settings, or save it in a simpler format.",
        )
    if isinstance(error, WorkerOutgrew):
        return ConversionFailed(
            f"It needed more than {limits.memory_bytes // 1_000_000:,} MB of memory to convert and was given up.",
            "Raise imports.memory_mb in the vault's settings, or save it in a simpler format.",
        )
    return ConversionFailed(f"The converter broke down on it. {error.message}", "Save it in another format, such as PDF, and import that.")
