"""What is known of an index by how it lies, with real files."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from desktop.adapters import index_register
from desktop.adapters.index_register import IndexRegister, Known


@pytest.fixture
def register(tmp_path: Path) -> IndexRegister:
    return IndexRegister(tmp_path / "own" / "indexes")


@pytest.fixture
def index(tmp_path: Path) -> Path:
    index = tmp_path / "vault" / "coffer.db"
    index.parent.mkdir()
    index.write_bytes(b"what Coffer wrote")
    return index


def test_an_index_is_known_as_it_was_left_however_its_folder_is_named(
    register: IndexRegister, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert register.known(index) is None
    register.note_closed(index, "seal")
    monkeypatch.chdir(index.parent.parent)
    assert register.known(index) == register.known(Path("vault/coffer.db")) == Known("seal", whole=True)


def test_one_that_was_changed_or_replaced_meanwhile_is_not(register: IndexRegister, index: Path) -> None:
    register.note_closed(index, "seal")
    before = index.stat()
    index.write_bytes(b"what some1 altered")
    os.utime(index, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert register.known(index) is None
    register.note_closed(index, "seal")
    stranger = index.with_name("stranger.db")
    stranger.write_bytes(b"what a strange man")
    stranger.replace(index)
    assert register.known(index) is None


def test_changes_beside_a_closed_index_are_nobodys(register: IndexRegister, index: Path) -> None:
    register.note_closed(index, "seal")
    index.with_name("coffer.db-wal").write_bytes(b"planted")
    assert register.known(index) is None


def test_one_that_was_not_closed_is_known_in_its_place_if_it_holds_the_seal(register: IndexRegister, index: Path, tmp_path: Path) -> None:
    register.note_open(index, "seal")
    index.write_bytes(b"changed since, and then killed")
    index.with_name("coffer.db-wal").write_bytes(b"changes")
    assert register.known(index) == Known("seal", whole=False)
    shutil.copytree(index.parent, tmp_path / "copy")
    assert register.known(tmp_path / "copy" / "coffer.db") is None


def test_a_folder_that_was_moved_keeps_its_index(
    register: IndexRegister, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_register, "MOST_HASHED", 0)
    register.note_closed(index, "seal")
    index.parent.rename(tmp_path / "moved")
    assert register.known(tmp_path / "moved" / "coffer.db") == Known("seal", whole=True)


def test_a_small_index_is_known_on_another_disk_and_a_large_one_is_not(
    register: IndexRegister, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register.note_closed(index, "seal")
    shutil.copytree(index.parent, tmp_path / "stick")
    assert register.known(tmp_path / "stick" / "coffer.db") == Known("seal", whole=True)
    monkeypatch.setattr(index_register, "MOST_HASHED", 5)
    register.note_closed(index, "seal")
    assert register.known(tmp_path / "stick" / "coffer.db") is None


def test_what_is_no_file_is_not_known(register: IndexRegister, index: Path) -> None:
    register.note_closed(index, "seal")
    target = index.rename(index.with_name("elsewhere.db"))
    index.symlink_to(target)
    assert register.known(index) is None
    index.unlink()
    os.mkfifo(index)
    assert register.known(index) is None


def test_notes_that_are_damaged_are_none(register: IndexRegister, index: Path, tmp_path: Path) -> None:
    register.note_closed(index, "seal")
    (note,) = (tmp_path / "own" / "indexes").iterdir()
    assert note.stat().st_mode & 0o077 == 0
    for damaged in (b"", b"[]", b'{"vault": 1}'):
        note.write_bytes(damaged)
        assert register.known(index) is None
