"""Which files an import is about: those given, and those in the folders given, each of them once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG

from desktop.application.ingest.candidates import real_path, unreadable
from desktop.application.job import JobContext, Progress
from desktop.application.settings import ImportSettings
from desktop.domain.ledger import EMPTY, LedgerRow, Outcome

INSIDE = "!/"
"""What stands in the ledger between a mail or archive and what lies in it."""

_OF_A_VAULT = ("coffer.toml", "coffer.db")  # to open a live index and close it again would let go of its locks
_JUNK = ("thumbs.db", "ehthumbs.db", "desktop.ini", "icon\r")
_JUNK_FOLDERS = ("__macosx",)
_JUNK_REASON = "It holds the operating system's or an office program's own notes, no document."
_MEGABYTE = 1_000_000
_TOLD_EVERY = 1000


@dataclass(frozen=True, slots=True)
class Found:
    """A file as given or as found in a given folder, and why it is not read, if it is not."""

    path: Path
    outcome: Outcome | None = None
    reason: str = ""


def gather(paths: Iterable[Path]) -> Iterator[Found]:
    """Every file in the order given, by its absolute path, folders by name; a folder that is not entered counts as one."""
    seen: set[str] = set()
    for path in paths:
        for found in _given(Path(os.path.abspath(path))):  # noqa: PTH100 -- Path.resolve would follow links
            if str(found.path) not in seen:
                seen.add(str(found.path))
                yield found


def gather_all(context: JobContext, paths: Iterable[Path]) -> list[Found]:
    """All files, told about while they are found: a whole disk may have been dropped on the window. Raises Cancelled."""
    files: list[Found] = []
    for found in gather(paths):
        context.cancel.raise_if_cancelled()
        files.append(found)
        if len(files) % _TOLD_EVERY == 0:
            context.report(Progress("import", 0, None, f"{len(files)} files found"))
    return files


def refusal(path: Path, settings: ImportSettings) -> tuple[Outcome, str, str] | None:
    """Why a file is not even opened, as an outcome, a reason and a problem's code; OSError if nothing can be said of it."""
    status = path.stat()
    if not S_ISREG(status.st_mode):
        return Outcome.SKIPPED, "It is a device, pipe or socket, not a file.", ""
    if status.st_size == 0:
        return Outcome.SKIPPED, "It is an empty file.", EMPTY
    if status.st_size > settings.max_file_mb * _MEGABYTE:
        return Outcome.SKIPPED, f"It is larger than {settings.max_file_mb} MB, the limit in the settings (imports.max_file_mb).", ""
    return None


def member_refusal(name: str) -> str:
    """Why a member with this path inside a mail or archive is not read; empty if it is."""
    *folders, own = [part for part in name.replace("\\", "/").lower().split("/") if part not in ("", ".", "..")] or [""]
    if any(folder in _JUNK_FOLDERS for folder in folders) or own in (*_JUNK, ".ds_store") or own.startswith("~$"):
        return _JUNK_REASON
    if own.startswith(".") or any(folder.startswith(".") for folder in folders):
        return "It is hidden, or lies in a hidden folder; take it out and name it itself to import it."
    return ""


def given_path(row: LedgerRow) -> Path:
    """The file that a row belongs to, on the disk: for a member, the outermost mail or archive."""
    if row.parent is None:
        return real_path(row.path)
    ends = [at for at in range(len(row.path)) if row.path.startswith(INSIDE, at)]
    outermost = (path for path in (real_path(row.path[:end]) for end in ends) if path.is_file())
    return next(outermost, Path(row.path[: ends[0]] if ends else row.path))


def inside(container: str, name: str) -> str:
    """What the ledger calls a member of a container."""
    return f"{container}{INSIDE}{name}"


def in_given_order(rows: Iterable[LedgerRow], given: Sequence[str]) -> list[LedgerRow]:
    """Rows by the file that they belong to, as those were given; within one file as they are."""
    places = {path: place for place, path in enumerate(given)}

    def place(row: LedgerRow) -> int:
        if row.path in places:
            return places[row.path]
        ends = (at for at in range(len(row.path)) if row.path.startswith(INSIDE, at))
        return next((places[row.path[:end]] for end in ends if row.path[:end] in places), len(places))

    return sorted(rows, key=place)


def _given(path: Path) -> Iterator[Found]:
    try:
        refused = _refusal(path)
        is_folder = refused is None and path.is_dir()
    except OSError as error:
        refused, is_folder = Found(path, Outcome.FAILED, unreadable(error)), False
    if is_folder:
        yield from _below(path)
    else:
        yield refused or Found(path)


def _refusal(path: Path) -> Found | None:
    if any(_is_vault(folder) for folder in path.parents):
        return Found(path, Outcome.SKIPPED, "It is part of a vault already; import the original file instead.")
    if path.is_symlink() and not path.exists():
        return Found(path, Outcome.FAILED, "It is a link to something that is not there.")
    return None


def _is_vault(folder: Path) -> bool:
    return any((folder / name).is_file() for name in _OF_A_VAULT)


def _below(folder: Path) -> Iterator[Found]:
    """The files of a folder and of all below it; folders may be nested deeper than calls can be."""
    waiting: list[Found | Path] = [folder]
    while waiting:
        match waiting.pop():
            case Path() as inner:
                waiting += reversed(_entries(inner))
            case found:
                yield found


def _entries(folder: Path) -> list[Found | Path]:
    """What a folder holds, by name: files, and as paths the folders to be entered."""
    try:
        if _is_vault(folder):
            return [Found(folder, Outcome.SKIPPED, "This folder is a vault; open it as one, or import the original files.")]
        with os.scandir(folder) as scanned:
            return [_entry(Path(entry.path), entry) for entry in sorted(scanned, key=lambda entry: entry.name)]
    except OSError as error:
        return [Found(folder, Outcome.FAILED, unreadable(error, "The folder"))]


def _entry(path: Path, entry: os.DirEntry[str]) -> Found | Path:
    folder = entry.is_dir(follow_symlinks=False)
    name = entry.name.lower()
    if entry.is_symlink():
        return Found(path, Outcome.SKIPPED, "It is a link, and links in a folder are not followed; import what it points to.")
    if name.startswith("."):
        what = f"It is a hidden folder ({_count_files(path)} files)" if folder else "It is a hidden file"
        return Found(path, Outcome.SKIPPED, f"{what}; name it itself to import it.")
    if name in (_JUNK_FOLDERS if folder else _JUNK) or (name.startswith("~$") and not folder):
        return Found(path, Outcome.SKIPPED, _JUNK_REASON)
    return path if folder else Found(path)


def _count_files(folder: Path) -> int:
    return sum(len(files) for _, _, files in os.walk(folder))
