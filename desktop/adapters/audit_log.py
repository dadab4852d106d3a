"""audit.jsonl: every change of a vault, append-only, each line carrying the hash of the one before."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from desktop.adapters.durable_files import flush_descriptors, flush_folder, replace_file, storing, write_fully
from desktop.application.ports import AuditEntry

FIRST_PREVIOUS = "0" * 64

_TAIL = 1 << 16


def _now() -> datetime:
    return datetime.now(UTC)


class JsonLinesAuditLog:
    """The AuditLog of one vault; only the process that holds the vault's lock may append."""

    def __init__(self, path: Path, trash: Path, clock: Callable[[], datetime] = _now) -> None:
        self._path = path
        self._trash = trash
        self._clock = clock
        self._lock = threading.Lock()
        self._last: tuple[int, str] | None = None

    def append(self, action: str, subject: str, **details: Any) -> None:
        """Record that `action` was done to `subject`."""
        self.append_all([AuditEntry(action, subject, details)])

    def append_all(self, entries: Sequence[AuditEntry]) -> None:
        """Record several changes with one write and one flush."""
        if not entries:
            return
        with self._lock, storing("The change could not be recorded in audit.jsonl"):
            last, self._last = self._last or self._prepare(), None  # known again only once the lines stand there whole
            self._extend(last, entries)

    def problems(self) -> list[str]:
        """What is wrong with the chain; empty if it is whole."""
        problems: list[str] = []
        number, previous = 0, FIRST_PREVIOUS
        with storing("audit.jsonl could not be read"):
            for line in self._lines():
                number += 1
                record = _parsed(line)
                if record is None:
                    return [*problems, f"audit.jsonl: line {number} is damaged; what follows it cannot be checked."]
                if record.get("n") != number or record.get("previous") != previous:
                    problems.append(f"audit.jsonl: line {number} does not follow the one before: a line was added, removed or moved.")
                if record.get("hash") != _hash(record):
                    problems.append(f"audit.jsonl: line {number} was altered after it was written.")
                number = record["n"] if isinstance(record.get("n"), int) else number
                previous = str(record.get("hash"))
        return problems

    def _prepare(self) -> tuple[int, str]:
        """Number and hash of the last line; one that a crash cut short goes to the trash first, which is recorded."""
        with storing("audit.jsonl could not be read"):
            torn = self._cut_torn_line()
            last = self._last_record()
        if torn is not None:
            last = self._extend(last, [AuditEntry("repair", self._path.name, {"bytes": torn[1], "moved_to": f"trash/{torn[0].name}"})])
        return last

    def _extend(self, last: tuple[int, str], entries: Sequence[AuditEntry]) -> tuple[int, str]:
        number, previous = last
        at = self._clock().astimezone(UTC).isoformat(timespec="milliseconds")
        lines = []
        for entry in entries:
            number += 1
            record = {
                "n": number,
                "at": at,
                "action": entry.action,
                "subject": entry.subject,
                "details": entry.details,
                "previous": previous,
            }
            previous = _hash(record)
            lines.append(_line({**record, "hash": previous}))
        self._write("".join(lines).encode())
        self._last = (number, previous)
        return self._last

    def _cut_torn_line(self) -> tuple[Path, int] | None:
        if not self._path.exists():
            return None
        with self._path.open("rb+") as file:
            size = file.seek(0, os.SEEK_END)
            start = _last_line_start(file, size)
            if start == size:
                return None
            file.seek(start)
            torn = file.read()
            place = self._trash / f"audit-torn-{hashlib.sha256(torn).hexdigest()[:8]}.txt"
            self._trash.mkdir(exist_ok=True)
            replace_file(place, torn)
            file.truncate(start)
            flush_descriptors([file.fileno()])
        return place, len(torn)

    def _last_record(self) -> tuple[int, str]:
        if not self._path.exists():
            return 0, FIRST_PREVIOUS
        with self._path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            if size == 0:
                return 0, FIRST_PREVIOUS
            file.seek(_last_line_start(file, size - 1))
            line = file.read()
        record = _parsed(line)
        if record is not None and isinstance(record.get("n"), int):
            return record["n"], str(record.get("hash"))
        # A damaged last line stays for `problems` to report; the chain goes on from what stands there.
        return sum(1 for _ in self._lines()), hashlib.sha256(line).hexdigest()

    def _lines(self) -> Iterator[bytes]:
        if self._path.exists():
            with self._path.open("rb") as file:
                yield from file

    def _write(self, content: bytes) -> None:
        new = not self._path.exists()
        descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            size = os.fstat(descriptor).st_size
            try:
                write_fully(descriptor, content)
                flush_descriptors([descriptor])
            except OSError:
                with suppress(OSError):
                    os.ftruncate(descriptor, size)
                raise
        finally:
            os.close(descriptor)
        if new:
            flush_folder(self._path.parent)


def _last_line_start(file: Any, end: int) -> int:
    """Where the line begins that ends before `end`: after the last line feed before it, or at 0."""
    at = end
    while at > 0:
        step = min(_TAIL, at)
        file.seek(at - step)
        found = file.read(step).rfind(b"\n")
        if found >= 0:
            return int(at - step + found + 1)
        at -= step
    return 0


def _line(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False, default=str).encode("utf-8", "replace").decode() + "\n"


def _hash(record: dict[str, Any]) -> str:
    """SHA-256 of a record without its own hash, in a form that does not depend on the order of keys."""
    content = {key: value for key, value in record.items() if key != "hash"}
    canonical = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(canonical.encode("utf-8", "replace")).hexdigest()


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        record = json.loads(line)
    except ValueError:
        return None
    return record if isinstance(record, dict) and line.endswith(b"\n") else None
