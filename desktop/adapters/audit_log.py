"""audit.jsonl: every change of a vault, append-only, each line carrying the hash of the one before."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from desktop.adapters.audit_hash import record_hash
from desktop.adapters.durable_files import flush_descriptors, flush_folder, replace_file, storing, write_fully
from desktop.application.ports import AuditEntry
from desktop.domain.audit import AuditQuery, AuditRecord

FIRST_PREVIOUS = "0" * 64

_TAIL = 1 << 16


def _now() -> datetime:
    return datetime.now(UTC)


class JsonLinesAuditLog:
    """The AuditLog of one vault; only the process that holds the vault's lock may append.

    `actor` is who does what no entry names somebody else for. A chain cannot show that its end was cut off: what the last
    line was is therefore kept beside it, in `audit.head`.
    """

    def __init__(self, path: Path, trash: Path, clock: Callable[[], datetime] = _now, actor: str = "") -> None:
        self._path = path
        self._head = path.with_name("audit.head")
        self._trash = trash
        self._clock = clock
        self._actor = actor
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

    def records(self, query: AuditQuery) -> list[AuditRecord]:
        """Lines of the log, newest first; those that cannot be read are passed over."""
        named = json.dumps(query.subject or query.under, ensure_ascii=False)[: None if query.subject else -1].encode("utf-8", "replace")
        found: deque[AuditRecord] = deque(maxlen=query.limit)
        with storing("audit.jsonl could not be read"):
            for line in self._lines():
                record = _read_record(line) if named in line else None
                if record is not None and _meets(record, query):
                    found.append(record)
        return list(reversed(found))

    def problems(self) -> list[str]:
        """What is wrong with the chain; empty if it is whole."""
        problems: list[str] = []
        number, previous = 0, FIRST_PREVIOUS
        try:
            last = self._last_known()
        except ValueError:
            problems.append("audit.head is damaged: whether the end of audit.jsonl is missing cannot be told before the next change.")
            last = None
        reached = last is None
        with storing("audit.jsonl could not be read"):
            for line in self._lines():
                number += 1
                record = _parsed(line)
                if record is None:
                    return [*problems, f"audit.jsonl: line {number} is damaged; what follows it cannot be checked."]
                if record.get("n") != number or record.get("previous") != previous:
                    problems.append(f"audit.jsonl: line {number} does not follow the one before: a line was added, removed or moved.")
                if record.get("hash") != record_hash(record):
                    problems.append(f"audit.jsonl: line {number} was altered after it was written.")
                number = record["n"] if isinstance(record.get("n"), int) else number
                previous = str(record.get("hash"))
                reached = reached or (number, previous) == last
        if last is not None and not reached:
            problems.append(_cut_off(number, last[0]))
        return problems

    def _last_known(self) -> tuple[int, str] | None:
        """Number and hash of the line that was written last, as they were noted beside the log; None where nothing was.

        Raises ValueError if what was noted makes no sense.
        """
        with storing("audit.head could not be read"):
            try:
                number, _, digest = self._head.read_text(encoding="ascii").strip().partition(" ")
            except FileNotFoundError:  # logs of an older Coffer have none until something is written
                return None
        return int(number), digest

    def _note_last(self, last: tuple[int, str]) -> None:
        """Note which line is the last; it need not reach the disk at once, for an older note names a line that is there as well."""
        temporary = self._head.with_name("audit.head.new")
        temporary.write_text(f"{last[0]} {last[1]}\n", encoding="ascii")
        temporary.replace(self._head)

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
            if actor := entry.actor or self._actor:
                record["actor"] = actor
            previous = record_hash(record)
            lines.append(_line({**record, "hash": previous}))
        self._write("".join(lines).encode())
        self._last = (number, previous)
        self._note_last(self._last)
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
        descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
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


def _cut_off(found: int, known: int) -> str:
    if found < known:
        return f"audit.jsonl: it ends with line {found}, but line {known} was written: the end was cut off."
    return f"audit.jsonl: line {known} is not the one that was written: the log was replaced from there or further up."


def _read_record(line: bytes) -> AuditRecord | None:
    record = _parsed(line)
    if record is None:
        return None
    details, number = record.get("details"), record.get("n")
    return AuditRecord(
        number if isinstance(number, int) else 0,
        str(record.get("at", "")),
        str(record.get("actor", "")),
        str(record.get("action", "")),
        str(record.get("subject", "")),
        details if isinstance(details, dict) else {},
    )


def _meets(record: AuditRecord, query: AuditQuery) -> bool:
    return (
        query.subject in ("", record.subject)
        and record.subject.startswith(query.under)
        and (not query.actions or record.action in query.actions)
        and query.actor in ("", record.actor)
        and (not query.since or record.at[: len(query.since)] >= query.since)
        and (not query.until or record.at[: len(query.until)] <= query.until)
        and (not query.text or query.text.casefold() in f"{record.action}\n{record.subject}\n{record.actor}\n{record.details}".casefold())
    )


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


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        record = json.loads(line)
    except ValueError:
        return None
    return record if isinstance(record, dict) and line.endswith(b"\n") else None
