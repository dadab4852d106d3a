"""imports.jsonl: what was imported and what became of each file, append-only, so that the ledger outlives the index.

The index is what is searched and shown; this is what it is made of again when it is begun anew. The file may come from a stranger with the
vault: whatever is no line of a ledger is passed over.
"""

from __future__ import annotations

import json
import math
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, BinaryIO

from desktop.adapters.durable_files import PRIVATE, storing, write_fully
from desktop.application.ports import ImportBegun, ImportEnded, LedgerLine, RowsKept
from desktop.domain.errors import CofferError, StorageProblem
from desktop.domain.import_job import ImportJob, ImportOptions
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.marking import Marking

MOST_LINE_BYTES = 64_000_000
_TEXTS = ("path", "reason", "problem", "job")
_TEXTS_OR_NOTHING = ("document_id", "format", "converter", "parent")
_NUMBERS_OR_NOTHING = ("pages", "pages_with_text", "ocr_pages", "characters", "chunks")


class LedgerFile:
    """The ledger of one vault as a file; only the process that holds the vault's lock adds to it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, line: LedgerLine) -> None:
        """Add a line. An import's end reaches the disk at once; what a power cut takes before that, the index has as well."""
        content = json.dumps(_shape(line)).encode() + b"\n"  # ASCII: a file's name need not be text
        with storing("The import could not be recorded in imports.jsonl"):
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
            descriptor = os.open(self._path, flags, PRIVATE)
            try:
                write_fully(descriptor, _on_a_line_of_its_own(descriptor, content))
                if isinstance(line, ImportEnded):
                    os.fsync(descriptor)
            finally:
                os.close(descriptor)

    def exists(self) -> bool:
        """Whether anything was ever recorded."""
        return os.path.lexists(self._path)

    def lines(self) -> Iterator[LedgerLine]:
        """Every line that can be read, in order; nothing where there is no file."""
        with storing("imports.jsonl could not be read"):
            if not self._path.is_file() or self._path.is_symlink():
                return
            with self._path.open("rb") as content:
                for each in _whole_lines(content):
                    if (line := _line(each)) is not None:
                        yield line


def _on_a_line_of_its_own(descriptor: int, content: bytes) -> bytes:
    """The line, behind an end for one that a full disk or a power cut left without: the two would be read as one, and as none."""
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode):
        raise StorageProblem("imports.jsonl is no file, so imports cannot be recorded.", "Remove what stands in its place in the vault.")
    torn = found.st_size > 0 and os.pread(descriptor, 1, found.st_size - 1) != b"\n"
    return b"\n" + content if torn else content


def _whole_lines(content: BinaryIO) -> Iterator[bytes]:
    """Lines that ended, without those that are endless."""
    while line := content.readline(MOST_LINE_BYTES):
        if line.endswith(b"\n"):
            yield line
        else:
            while (rest := content.readline(MOST_LINE_BYTES)) and not rest.endswith(b"\n"):
                pass


def _shape(line: LedgerLine) -> dict[str, Any]:
    if isinstance(line, ImportBegun):
        job = line.job
        options = {"tlp": str(job.options.tlp) if job.options.tlp else None, "tags": job.options.tags, "update": job.options.update}
        given = {"begun": job.id, "started": job.started, "given": job.given, "options": options, "files": job.files}
        return {**given, "waiting": line.waiting}
    if isinstance(line, RowsKept):
        return {"rows": [asdict(row) | {"outcome": str(row.outcome)} for row in line.rows], "finished": line.finished}
    return {"ended": line.job, "at": line.at}


def _line(content: bytes) -> LedgerLine | None:
    try:
        said = json.loads(content)
        return _read(said) if isinstance(said, dict) else None
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError, CofferError):
        return None


def _read(said: Mapping[str, Any]) -> LedgerLine | None:
    if "begun" in said:
        options = said["options"]
        tags, update = _texts(options["tags"]), options["update"]
        chosen = ImportOptions(Marking(options["tlp"]) if options["tlp"] else None, tags, update if isinstance(update, bool) else None)
        job = ImportJob(_text(said["begun"]), _text(said["started"]), _paths(said["given"]), chosen, files=_number(said["files"]))
        return ImportBegun(job, _paths(said["waiting"]))
    if "rows" in said:
        return RowsKept(tuple(_row(each) for each in said["rows"]), _paths(said["finished"]))
    return ImportEnded(_text(said["ended"]), _text(said["at"])) if "ended" in said else None


def _row(said: Mapping[str, Any]) -> LedgerRow:
    """A row whose fields are of their kinds; ValueError if one is not."""
    values = {each.name: said[each.name] for each in fields(LedgerRow) if each.name in said}
    for name, value in values.items():
        if name in _TEXTS or (name in _TEXTS_OR_NOTHING and value is not None):
            _text(value)
        elif name in _NUMBERS_OR_NOTHING and value is not None:
            _number(value)
    seconds = values.get("seconds", 0.0)
    if not isinstance(seconds, int | float) or isinstance(seconds, bool) or not math.isfinite(seconds):
        raise ValueError("no number of seconds")
    values |= {"outcome": Outcome(values["outcome"]), "truncated": values.get("truncated") is True, "seconds": float(seconds)}
    return LedgerRow(**values)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("no text")
    value.encode()  # UnicodeEncodeError, which is a ValueError: the index holds no half characters
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 1 << 62:
        raise ValueError("no number")
    return value


def _texts(values: object) -> tuple[str, ...]:
    return tuple(map(_text, _paths(values)))


def _paths(values: object) -> tuple[str, ...]:
    """Names as Python has them, with half characters for bytes that are no text."""
    if not isinstance(values, Sequence) or isinstance(values, str) or not all(isinstance(each, str) for each in values):
        raise ValueError("no list of texts")
    for each in values:
        os.fsencode(each)
    return tuple(values)
