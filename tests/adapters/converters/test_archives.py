"""Archives of every kind become a list of their members, whose bytes come out beside it."""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from backports import zstd

from desktop.adapters.converters.conversion import convert_file
from desktop.domain.errors import ConversionFailed
from tests.adapters.converters.archive_maker import LIMITS, opened, seven_zip_of, tar_of, zip_of

FILES = [("notes/grey heron.txt", b"It came back in May."), ("log.csv", b"a,b\n1,2\n")]
COMPRESSORS: list[tuple[str, Callable[[bytes], bytes]]] = [
    ("gz", gzip.compress),
    ("bz2", bz2.compress),
    ("xz", lzma.compress),
    ("zst", zstd.compress),
]


@pytest.mark.parametrize(("kind", "make"), [("zip", zip_of), ("tar", tar_of), ("7z", seven_zip_of)])
def test_members_come_out_in_order_under_numbers(tmp_path: Path, kind: str, make: Callable[..., bytes]) -> None:
    found = opened(tmp_path, "unnamed", make(FILES))
    assert found.conversion.format == kind
    assert list(found.contents.items()) == FILES
    assert sorted(path.name for path in found.folder.iterdir()) == ["0001.txt", "0002.csv"]


def test_the_document_lists_what_the_archive_holds(tmp_path: Path) -> None:
    assert opened(tmp_path, "a.tar", tar_of(FILES)).conversion.markdown == (
        "A TAR archive with 2 files.\n\n| Name | Size | Modified |\n| --- | --- | --- |\n"
        "| notes/grey heron.txt | 20 | 2023-11-14 22:13 UTC |\n| log.csv | 8 | 2023-11-14 22:13 UTC |\n"
    )
    assert opened(tmp_path, "b.zip", zip_of([])).conversion.markdown == "A ZIP archive with no files.\n"


@pytest.mark.parametrize(("suffix", "compress"), COMPRESSORS)
def test_a_compressed_file_holds_one_file_or_a_tar(tmp_path: Path, suffix: str, compress: Callable[[bytes], bytes]) -> None:
    alone = opened(tmp_path, f"auth.log.{suffix}", compress(b"a line\n" * 100_000))
    assert alone.conversion.format == suffix
    assert alone.contents == {"auth.log": b"a line\n" * 100_000}
    many = opened(tmp_path / "inside", f"logs.{suffix}", compress(tar_of(FILES)))
    assert (many.conversion.format, list(many.contents.items())) == ("tar", FILES)


@pytest.mark.parametrize(("suffix", "compress"), COMPRESSORS)
def test_a_compressed_file_that_is_cut_off_fails(tmp_path: Path, suffix: str, compress: Callable[[bytes], bytes]) -> None:
    content = compress(bytes(range(256)) * 40)
    with pytest.raises(ConversionFailed, match="damaged or incomplete"):
        opened(tmp_path, f"a.{suffix}", content[:-20])
    assert list((tmp_path / "inside").iterdir()) == []


def test_gzip_keeps_the_name_that_a_file_had(tmp_path: Path) -> None:
    path = tmp_path / "x.gz"
    with path.open("wb") as stream, gzip.GzipFile("proxy.log", "wb", fileobj=stream) as file:
        file.write(b"x")
    assert [member.name for member in convert_file(path, LIMITS).members] == ["proxy.log"]


def test_without_a_folder_members_are_named_only(tmp_path: Path) -> None:
    for name, content in (("a.zip", zip_of(FILES)), ("a.tar", tar_of(FILES)), ("a.7z", seven_zip_of(FILES))):
        (tmp_path / name).write_bytes(content)
        members = convert_file(tmp_path / name, LIMITS).members
        assert [(member.name, member.path, member.reason) for member in members] == [(name, None, "") for name, _ in FILES]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.zip", zip_of([("one", bytes(40_000_000))])),
        ("a.tar.gz", gzip.compress(tar_of([("one", bytes(40_000_000))]))),
        ("a.gz", gzip.compress(bytes(40_000_000))),
        ("a.7z", seven_zip_of([("one", bytes(40_000_000))])),
        ("many.zip", zip_of([(str(number), bytes(2_000_000)) for number in range(20)])),
    ],
)
def test_a_bomb_is_refused_whole_and_leaves_nothing(tmp_path: Path, name: str, content: bytes) -> None:
    assert len(content) < 50_000
    with pytest.raises(ConversionFailed, match=r"More (than 10 MB )?would come out") as caught:
        opened(tmp_path, name, content, limits=replace(LIMITS, expansion=200))
    assert "imports.max_unpacked_mb" in caught.value.hint
    assert list((tmp_path / "inside").iterdir()) == []


def test_what_unpacks_to_much_more_than_its_size_is_allowed_while_that_is_little(tmp_path: Path) -> None:
    assert opened(tmp_path, "a.gz", gzip.compress(bytes(9_000_000))).contents == {"a": bytes(9_000_000)}


def test_too_many_members_are_refused(tmp_path: Path) -> None:
    files = [(f"{number}.txt", b"x") for number in range(6)]
    for name, content in (("a.zip", zip_of(files)), ("a.tar", tar_of(files)), ("a.7z", seven_zip_of(files))):
        with pytest.raises(ConversionFailed, match="more than 5 files") as caught:
            opened(tmp_path, name, content, limits=replace(LIMITS, members=5))
        assert "imports.max_members" in caught.value.hint
        assert list((tmp_path / "inside").iterdir()) == []


def test_a_long_list_is_cut_into_tables_that_repeat_their_header(tmp_path: Path) -> None:
    markdown = opened(tmp_path, "a.zip", zip_of([(f"{number}.txt", b"x") for number in range(450)])).conversion.markdown
    assert markdown.count("| Name | Size | Modified |") == 5
    assert "450 files" in markdown
