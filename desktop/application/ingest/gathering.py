"""Which files an import is about: those given, and those in the folders given, each of them once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop.domain.ledger import Outcome

_OF_A_VAULT = ("coffer.toml", "coffer.db")  # to open a live index and close it again would let go of its locks
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
    try:
        refused = _refusal(path)
        is_folder = refused is None and path.is_dir()
    except OSError as error:
        refused, is_folder = Found(path, Outcome.FAILED, f"It could not be read: {os.strerror(error.errno or 0)}."), False
    if is_folder:
        yield from _below(path)
    else:
        yield refused or Found(path)


def _refusal(path: Path) -> Found | None:
    if any(_is_vault(folder) for folder in path.absolute().parents):
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
        return [Found(folder, Outcome.FAILED, f"The folder could not be read: {os.strerror(error.errno or 0)}.")]


def _entry(path: Path, entry: os.DirEntry[str]) -> Found | Path:
    folder = entry.is_dir(follow_symlinks=False)
    name = entry.name.lower()
    if entry.is_symlink():
        return Found(path, Outcome.SKIPPED, "It is a link, and links in a folder are not followed; import what it points to.")
    if name.startswith("."):
        what = f"It is a hidden folder ({_count_files(path)} files)" if folder else "It is a hidden file"
        return Found(path, Outcome.SKIPPED, f"{what}; name it itself to import it.")
    if name in (_JUNK_FOLDERS if folder else _JUNK) or (name.startswith("~$") and not folder):
        return Found(path, Outcome.SKIPPED, "It holds the operating system's or an office program's own notes, no document.")
    return path if folder else Found(path)


def _count_files(folder: Path) -> int:
    return sum(len(files) for _, _, files in os.walk(folder))
