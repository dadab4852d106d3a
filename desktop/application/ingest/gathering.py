"""Which files an import is about: those given, and those in the folders given, each of them once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop.domain.ledger import Outcome

_JUNK = ("thumbs.db", "ehthumbs.db", "desktop.ini", "icon\r")
_JUNK_FOLDERS = ("__macosx",)


@dataclass(frozen=True, slots=True)
class Found:
    """A file as given or as found in a given folder, and why it is not read, if it is not."""

    path: Path
    outcome: Outcome | None = None
    reason: str = ""


def gather(paths: Iterable[Path]) -> Iterator[Found]:
    """Every file in the order given, folders by name; a folder that is not entered counts as one."""
    seen: set[str] = set()
    for path in paths:
        for found in _given(path):
            absolute = os.path.abspath(found.path)  # noqa: PTH100 -- Path.resolve would follow links
            if absolute not in seen:
                seen.add(absolute)
                yield found


def _given(path: Path) -> Iterator[Found]:
    if any((folder / "coffer.toml").is_file() for folder in path.absolute().parents):
        yield Found(path, Outcome.SKIPPED, "It is part of a vault already; import the original file instead.")
    elif path.is_dir():
        yield from _folder(path)
    elif path.is_symlink() and not path.exists():
        yield Found(path, Outcome.FAILED, "It is a link to something that is not there.")
    else:
        yield Found(path)


def _folder(folder: Path) -> Iterator[Found]:
    if (folder / "coffer.toml").is_file():
        yield Found(folder, Outcome.SKIPPED, "This folder is a vault; open it as one, or import the original files.")
        return
    try:
        with os.scandir(folder) as scanned:
            entries = sorted(scanned, key=lambda entry: entry.name)
    except OSError as error:
        yield Found(folder, Outcome.FAILED, f"The folder could not be read: {os.strerror(error.errno or 0)}.")
        return
    for entry in entries:
        yield from _entry(Path(entry.path), entry)


def _entry(path: Path, entry: os.DirEntry[str]) -> Iterator[Found]:
    folder = entry.is_dir(follow_symlinks=False)
    name = entry.name.lower()
    if entry.is_symlink():
        yield Found(path, Outcome.SKIPPED, "It is a link, and links in a folder are not followed; import what it points to.")
    elif name.startswith("."):
        what = f"It is a hidden folder ({_count_files(path)} files)" if folder else "It is a hidden file"
        yield Found(path, Outcome.SKIPPED, f"{what}; name it itself to import it.")
    elif name in (_JUNK_FOLDERS if folder else _JUNK) or (name.startswith("~$") and not folder):
        yield Found(path, Outcome.SKIPPED, "It holds the operating system's or an office program's own notes, no document.")
    elif folder:
        yield from _folder(path)
    else:
        yield Found(path)


def _count_files(folder: Path) -> int:
    return sum(len(files) for _, _, files in os.walk(folder))
