"""Files outside the vault, on disk."""

from __future__ import annotations

import os
import resource
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.application.outgoing_files import write_out
from desktop.domain.errors import StorageProblem


@pytest.fixture
def small_disk() -> Iterator[None]:
    """No file may grow beyond 1,000 bytes, as on a disk that is full by then."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    signal.signal(signal.SIGXFSZ, handler)


def test_files_are_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_out([(tmp_path / "a", b"one"), (tmp_path / "b", b"two")], "")
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"a": b"one", "b": b"two"}


@pytest.mark.usefixtures("small_disk")
def test_on_a_full_disk_all_that_was_there_stays(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_bytes(b"earlier")
    with pytest.raises(StorageProblem, match=r"b could not be written: File too large") as problem:
        write_out([(tmp_path / "a", b"one"), (tmp_path / "b", b"x" * 2_000)], "Free some space.")
    assert problem.value.hint == "Free some space."
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"a": b"earlier", "b": b"earlier"}


def test_a_place_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StorageProblem, match="could not be written: No such file"):
        write_out([(tmp_path / "no" / "a", b"one")], "")


def test_a_link_stays_and_nobody_else_may_read_what_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"earlier")
    (tmp_path / "real").chmod(0o600)
    (tmp_path / "link").symlink_to("real")
    write_out([(tmp_path / "link", b"one")], "")
    assert ((tmp_path / "real").read_bytes(), (tmp_path / "real").stat().st_mode & 0o777) == (b"one", 0o600)
    assert (tmp_path / "link").is_symlink()


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write_out([(tmp_path / "pipe", b"one")], "")
    reader.join(10)
    assert (heard, (tmp_path / "pipe").is_fifo()) == ([b"one"], True)
