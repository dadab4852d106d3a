"""What is said of what cannot be read."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from desktop.application.ingest.candidates import real_path, shown_path, unreadable


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.EACCES, "It could not be read: Permission denied. Get the right to read it, then import it again."),
        (
            errno.EIO,
            "It could not be read: Input/output error. The disk it lies on reports an error; copy it from elsewhere and import that.",
        ),
        (errno.ELOOP, "It could not be read: Too many levels of symbolic links."),
    ],
)
def test_why_something_cannot_be_read_comes_with_what_to_do(number: int, said: str) -> None:
    assert unreadable(OSError(number, "engine's words")) == said


def test_a_folder_is_called_one() -> None:
    assert unreadable(PermissionError(errno.EPERM, "no"), "The folder").startswith("The folder could not be read: Operation not permitted.")


@pytest.mark.parametrize("name", [b"plain.pdf", b"bad-\xff\xfe.pdf", "naïve.pdf".encode(), b"its own \\xff.pdf", b"both \\xzz \xe9.pdf"])
def test_a_file_is_found_by_what_the_ledger_calls_it(tmp_path: Path, name: bytes) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))
    path.write_bytes(b"x")
    assert real_path(shown_path(path)) == path
