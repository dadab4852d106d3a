"""A folder of Markdown files that are named by the ids of what they hold."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from desktop.adapters.durable_files import storing
from desktop.application.ports import FileStamp

# With `.md` and a temporary ending a name stays within the 255 bytes that file systems allow.
LONGEST_ID = 180


def is_plain_name(text: str) -> bool:
    """Whether a text can be a file's name and nothing more: no path, nothing hidden, nothing unprintable."""
    return (
        0 < len(text.encode("utf-8", "replace")) <= LONGEST_ID
        and text[0] not in ".~"
        and "/" not in text
        and "\\" not in text
        and text.isprintable()
    )


def stamps_in(folder: Path, is_id: Callable[[str], bool]) -> dict[str, FileStamp]:
    """Each id that a file of the folder is named by, with the file's stamp; links are no files."""
    found: dict[str, FileStamp] = {}
    with storing(f"The folder {folder} could not be read"), os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name.removesuffix(".md")
            if name != entry.name and is_id(name) and entry.is_file(follow_symlinks=False):
                found[name] = stamp_of(entry.stat(follow_symlinks=False))
    return dict(sorted(found.items()))


def stamp_of(status: os.stat_result) -> FileStamp:
    """What changes when a file does."""
    return FileStamp(status.st_size, status.st_mtime_ns)


def encoded(text: str) -> bytes:
    """A text as it is written; half a surrogate pair, which no file can hold, becomes a question mark."""
    return text.encode("utf-8", "replace")
