"""7-Zip: taken out by its engine under names of ours, with passwords, and what is whole of a damaged one."""

from __future__ import annotations

import io
from pathlib import Path

import py7zr
import pytest

from desktop.domain.errors import ConversionFailed, PasswordNeeded
from tests.adapters.converters.archive_maker import opened, seven_zip_of

FILES = [("a.txt", b"first " * 50), ("notes/b.txt", b"second " * 50)]


def test_equal_names_are_files_of_their_own(tmp_path: Path) -> None:
    content = seven_zip_of([("one.txt", b"1"), ("two.txt", b"2"), ("one.txt", b"3")])
    members = opened(tmp_path, "a.7z", content).conversion.members
    assert [member.path.read_bytes() for member in members if member.path] == [b"1", b"2", b"3"]
    assert members[0].name == members[2].name == "one.txt"


def test_an_empty_file_is_said_to_be_empty(tmp_path: Path) -> None:
    assert opened(tmp_path, "a.7z", seven_zip_of([("a", b"")])).contents == {"a": "It is empty: nothing but its name is there."}


def test_passwords_are_tried(tmp_path: Path) -> None:
    content = seven_zip_of(FILES, "geheim")
    assert opened(tmp_path, "a.7z", content, ["wrong", "geheim"]).contents == dict(FILES)
    members = opened(tmp_path, "b.7z", content, ["wrong"]).conversion.members
    assert [(member.name, member.problem) for member in members] == [(name, "password_needed") for name, _ in FILES]


def test_where_the_names_are_locked_too_the_archive_asks(tmp_path: Path) -> None:
    content = seven_zip_of(FILES, "geheim", hide_names=True)
    for passwords in ([], ["wrong"]):
        with pytest.raises(PasswordNeeded):
            opened(tmp_path, "a.7z", content, passwords)
    assert opened(tmp_path, "a.7z", content, ["geheim"]).contents == dict(FILES)


def test_what_does_not_depend_on_a_damaged_part_comes_out(tmp_path: Path) -> None:
    stream = io.BytesIO()
    with py7zr.SevenZipFile(stream, "w", filters=[{"id": py7zr.FILTER_COPY}]) as archive:
        archive.writestr(b"first", "a.txt")
        archive.writestr(b"second", "b.txt")
    content = stream.getvalue()
    found = opened(tmp_path, "a.7z", content.replace(b"second", b"sEcond"))
    assert found.contents["a.txt"] == b"first"
    assert [(member.name, member.failed) for member in found.conversion.members] == [("a.txt", False), ("b.txt", True)]
    assert [path.name for path in found.folder.iterdir()] == ["0001.txt"]


def test_one_that_is_cut_off_fails(tmp_path: Path) -> None:
    with pytest.raises(ConversionFailed, match="damaged or incomplete"):
        opened(tmp_path, "a.7z", seven_zip_of(FILES)[:-5])
