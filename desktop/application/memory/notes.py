"""A folder of Markdown notes, an Obsidian vault say, becomes facts; what the notes say in their front matter is kept."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from desktop.application.job import JobContext, Progress
from desktop.application.memory.facts import Memory
from desktop.application.ports import FactStore, NewFact
from desktop.domain.errors import StorageProblem, UsageError
from desktop.domain.fact import FactStatus, new_fact_id
from desktop.domain.marking import Marking

LARGEST_NOTE = 1_000_000
"""Bytes; what is longer is a document, and is imported as one."""

_TOGETHER = 200
_SUFFIXES = (".md", ".markdown")


@dataclass(frozen=True, slots=True)
class NoteRow:
    """What became of a note: `imported`, `duplicate` or `failed`, and why."""

    path: str
    outcome: str
    fact_id: str | None = None
    reason: str = ""


def _now() -> datetime:
    return datetime.now(UTC)


class NoteImport:
    """Reads notes where they lie and never writes there."""

    def __init__(self, memory: Memory, store: FactStore, actor: str = "", clock: Callable[[], datetime] = _now) -> None:
        self._memory = memory
        self._store = store
        self._actor = actor
        self._clock = clock

    def import_folder(
        self, context: JobContext, folder: Path, *, tlp: Marking | None = None, tags: Sequence[str] = (), status: FactStatus | None = None
    ) -> tuple[NoteRow, ...]:
        """Make facts of all notes below a folder; one that was imported before, unchanged, stays as it is. Raises Cancelled."""
        paths = list(_notes(folder))
        known = set(self._store.stamps())
        rows: list[NoteRow] = []
        for start in range(0, len(paths), _TOGETHER):
            context.cancel.raise_if_cancelled()
            context.report(Progress("import", start, len(paths), paths[start].name))
            read = [self._read(path, tlp, tags, status, known) for path in paths[start : start + _TOGETHER]]
            self._memory.add_all([new for _, new in read if new is not None])
            rows += [row for row, _ in read]
        context.report(Progress("import", len(paths), len(paths)))
        return tuple(rows)

    def _read(
        self, path: Path, tlp: Marking | None, tags: Sequence[str], status: FactStatus | None, known: set[str]
    ) -> tuple[NoteRow, NewFact | None]:
        try:
            content, changed = path.read_bytes(), path.stat().st_mtime
        except OSError as error:
            return NoteRow(str(path), "failed", reason=f"It could not be read: {os.strerror(error.errno or 0)}."), None
        if len(content) > LARGEST_NOTE:
            return NoteRow(str(path), "failed", reason="It is longer than a note; import it as a document."), None
        fact_id = new_fact_id(path.stem, hashlib.sha256(content).hexdigest())
        if fact_id in known:
            return NoteRow(str(path), "duplicate", fact_id, "The same note is in the vault already."), None
        known.add(fact_id)
        new, reason = self._as_fact(fact_id, path, content, changed)
        fact = replace(
            new.fact,
            tlp=tlp or new.fact.tlp,
            tags=tuple(dict.fromkeys((*new.fact.tags, *tags))),
            status=status or FactStatus.ACCEPTED,
        )
        return NoteRow(str(path), "imported", fact_id, reason), replace(new, fact=fact)

    def _as_fact(self, fact_id: str, path: Path, content: bytes, changed: float) -> tuple[NewFact, str]:
        note = self._store.read_note(content, fact_id)
        named = any(note.front_matter.get(key) for key in ("name", "title"))
        written = f"{datetime.fromtimestamp(changed, UTC):%Y-%m-%dT%H:%M:%SZ}"
        fact = replace(
            note.fact,
            name=note.fact.name if named else path.stem,
            created_at=note.fact.created_at or written,
            updated_at=f"{self._clock().astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
            actor=note.fact.actor or self._actor,
            sources=(),
            supersedes=None,
            superseded_by=None,
            kept_with=(),
        )
        text = content.decode("utf-8", "replace")
        said = [each.partition(": ")[2] for each in note.warnings if "status" not in each]
        return NewFact(fact, note.text, text), " ".join(said)


def _notes(folder: Path) -> Iterator[Path]:
    """The notes below a folder in order, without what is hidden; StorageProblem if the folder itself cannot be read."""
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder.", "Name the folder that holds the notes.")

    def refuse(error: OSError) -> None:
        raise StorageProblem(f"{error.filename} could not be read: {error.strerror}.", "Check who may read it.") from error

    for root, folders, files in os.walk(folder, onerror=refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(root, name)
            if name.lower().endswith(_SUFFIXES) and not name.startswith(".") and not path.is_symlink():
                yield path
