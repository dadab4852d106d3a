"""A ZIP without its directory still gives what stands in it whole."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from desktop.domain.errors import ConversionFailed
from tests.adapters.converters.archive_maker import opened, zip_of

FILES = [("a.txt", b"first " * 50), ("b.txt", b"second " * 50)]


def test_files_before_the_cut_come_out(tmp_path: Path) -> None:
    content = zip_of(FILES)
    found = opened(tmp_path, "a.zip", content[: content.index(b"PK\x01\x02")])
    assert found.contents == dict(FILES)
    assert found.conversion.truncated
    assert found.conversion.warnings == ("The archive is damaged or ends too early: what stood behind the last file listed is missing.",)


def test_a_file_that_is_cut_itself_fails(tmp_path: Path) -> None:
    content = zip_of(FILES, zipfile.ZIP_STORED)
    members = opened(tmp_path, "a.zip", content[: content.index(b"second") + 40]).conversion.members
    assert [(member.name, member.failed) for member in members] == [("a.txt", False), ("b.txt", True)]


def test_a_file_whose_size_stands_behind_it_comes_out_too(tmp_path: Path) -> None:
    class Unseekable(io.BytesIO):
        def seekable(self) -> bool:
            return False

        def seek(self, *_: object) -> int:
            raise io.UnsupportedOperation

        def tell(self) -> int:
            raise io.UnsupportedOperation

    stream = Unseekable()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in FILES:
            archive.writestr(name, content)
    whole = stream.getvalue()
    assert opened(tmp_path, "a.zip", whole[: whole.index(b"PK\x01\x02")]).contents == dict(FILES)


def test_a_directory_with_names_that_are_no_text_does_not_matter(tmp_path: Path) -> None:
    content = zip_of([("ü.txt", b"x")]).replace("ü".encode(), b"\xff\xfe")
    assert opened(tmp_path, "a.zip", content).contents == {"\\xff\\xfe.txt": b"x"}


def test_an_archive_of_nothing_that_can_be_read_fails(tmp_path: Path) -> None:
    with pytest.raises(ConversionFailed, match="nothing in it can be read"):
        opened(tmp_path, "a.zip", b"PK\x03\x04 and nothing more")
