"""What is said of what cannot be read."""

from __future__ import annotations

import errno

import pytest

from desktop.application.ingest.candidates import unreadable


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
