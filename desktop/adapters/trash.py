"""The trash of a vault: documents with their originals, and facts, told apart by when they were deleted."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from desktop.adapters.durable_files import flush_folder
from desktop.domain.vault import VaultPaths

_NAME = re.compile(r"(?P<deleted>\d{8}T\d{12}Z)~(?P<name>.+)", re.DOTALL)
_DELETED = "%Y%m%dT%H%M%S%fZ"


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Discarded:
    """A document in the trash: its id, when it was deleted, and its files there, the original first."""

    document_id: str
    deleted: datetime
    files: tuple[Path, ...]


class Trash:
    """Files are called `<time>~<id>`, so that no id can be taken for another, whatever it looks like.

    `folders` are those of the vault whose files it keeps, what can stand alone first.
    """

    def __init__(self, paths: VaultPaths, clock: Callable[[], datetime] = _now, folders: Sequence[str] = ("raw", "docs")) -> None:
        self._paths = paths
        self._clock = clock
        self._folders = folders

    def discard(self, document_id: str, files: Sequence[Path]) -> None:
        """Move the files of a document here, in this order."""
        deleted = self._free_time(document_id)
        for file in files:
            folder = self._paths.trash / file.parent.name
            folder.mkdir(parents=True, exist_ok=True)
            _move(file, folder / f"{deleted:{_DELETED}}~{file.name}")

    def discarded(self, document_id: str | None = None) -> list[Discarded]:
        """What is here, newest first; of one document, if it is named."""
        files: dict[tuple[datetime, str], list[Path]] = {}
        for path, name, deleted in self._entries(document_id):
            files.setdefault((deleted, name), []).append(path)
        ordered = sorted(files.items(), key=lambda each: each[0], reverse=True)
        return [Discarded(name, deleted, tuple(paths)) for (deleted, name), paths in ordered]

    def put_back(self, discarded: Discarded) -> None:
        """Move the files of a document to where they were, the original first; an original that is there again stays."""
        for file in discarded.files:
            target = self._paths.root / file.parent.name / f"{discarded.document_id}{file.suffix}"
            if not target.exists():
                _move(file, target)

    def empty(self, discarded: Iterable[Discarded]) -> None:
        """Remove these for good, the Markdown first: an original alone can still be read."""
        folders = set()
        for file in (file for each in discarded for file in reversed(each.files)):
            file.unlink(missing_ok=True)
            folders.add(file.parent)
        for folder in folders:
            flush_folder(folder)

    def finish(self, is_document: Callable[[str], bool]) -> None:
        """Bring originals here that a crash left behind between the two moves of a deletion or a restoration."""
        alone = {
            each.document_id: each.deleted for each in reversed(self.discarded()) if all(file.parent.name == "docs" for file in each.files)
        }
        for original in sorted(self._paths.raw.iterdir()) if alone else ():
            deleted = alone.get(original.stem)
            if deleted is not None and not is_document(original.stem):
                folder = self._paths.trash / "raw"
                folder.mkdir(exist_ok=True)
                _move(original, folder / f"{deleted:{_DELETED}}~{original.name}")

    def _entries(self, document_id: str | None) -> Iterator[tuple[Path, str, datetime]]:
        """The files here with id and time."""
        for folder in (self._paths.trash / name for name in self._folders):
            for file in _files(folder, document_id or ""):
                named = _NAME.fullmatch(Path(file.name).stem)
                deleted = _time(named["deleted"]) if named else None
                name = named["name"] if named and deleted else Path(file.name).stem
                if document_id in (None, name):
                    yield Path(file.path), name, deleted or _changed(file)

    def _free_time(self, document_id: str) -> datetime:
        """Now, or just after the last time that this id was deleted: the clock may have been set back."""
        times = [each.deleted + timedelta(microseconds=1) for each in self.discarded(document_id)]
        return max([self._clock().astimezone(UTC), *times])


def _files(folder: Path, part: str) -> list[os.DirEntry[str]]:
    """The files of a folder with this in their name; none where there is no such folder."""
    if not folder.is_dir():
        return []
    with os.scandir(folder) as scanned:
        return sorted((each for each in scanned if part in each.name and each.is_file(follow_symlinks=False)), key=lambda each: each.name)


def _changed(file: os.DirEntry[str]) -> datetime:
    """When a file that somebody put here by hand was last changed."""
    return datetime.fromtimestamp(int(file.stat(follow_symlinks=False).st_mtime), UTC)


def _time(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, _DELETED).replace(tzinfo=UTC)
    except ValueError:
        return None


def _move(file: Path, target: Path) -> None:
    file.rename(target)
    flush_folder(target.parent)
    flush_folder(file.parent)
