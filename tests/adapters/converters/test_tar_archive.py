"""TAR: read once from front to back; only plain files come out."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.adapters.converters.tar_archive import ForwardReader, is_tar
from desktop.domain.errors import ConversionFailed
from tests.adapters.converters.archive_maker import opened, tar_of

FILES = [("a.txt", b"first"), ("b.txt", b"second" * 100)]


def special(name: str, kind: bytes, link: str = "") -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname = kind, link
    return entry


def test_what_is_no_plain_file_is_refused(tmp_path: Path) -> None:
    extra = [
        special("soft", tarfile.SYMTYPE, "/etc/passwd"),
        special("hard", tarfile.LNKTYPE, "a.txt"),
        special("tty", tarfile.CHRTYPE),
        special("disk", tarfile.BLKTYPE),
        special("pipe", tarfile.FIFOTYPE),
        special("folder", tarfile.DIRTYPE),
    ]
    link = "It is a link to another place, and links in an archive are not followed."
    device = "It is a device, pipe or socket, not a file."
    assert opened(tmp_path, "a.tar", tar_of(FILES, extra)).contents == {
        **dict(FILES),
        **dict.fromkeys(("soft", "hard"), link),
        **dict.fromkeys(("tty", "disk", "pipe"), device),
    }


def test_a_sparse_file_is_refused(tmp_path: Path) -> None:
    entry = special("sparse", tarfile.GNUTYPE_SPARSE)
    assert "mostly empty space" in str(opened(tmp_path, "a.tar", tar_of(FILES, [entry])).contents["sparse"])


def test_names_of_any_encoding(tmp_path: Path) -> None:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.GNU_FORMAT, encoding="cp1252") as archive:
        archive.addfile(tarfile.TarInfo("Bericht über Müll.txt"))
    assert list(opened(tmp_path, "a.tar", stream.getvalue()).contents) == ["Bericht über Müll.txt"]
    assert list(opened(tmp_path, "b.tar", tar_of([("../über\x07.txt", b"x")])).contents) == ["../über\\x07.txt"]


def test_an_archive_that_ends_too_early_gives_what_is_whole(tmp_path: Path) -> None:
    content = tar_of(FILES)
    found = opened(tmp_path, "a.tar", content[: content.index(b"second") + 300])
    assert [(member.name, member.failed) for member in found.conversion.members] == [("a.txt", False), ("b.txt", True)]
    assert found.conversion.truncated


def test_a_damaged_header_in_the_middle_is_noticed(tmp_path: Path) -> None:
    content = bytearray(tar_of(FILES))
    content[content.index(b"b.txt")] ^= 1
    found = opened(tmp_path, "a.tar", bytes(content))
    assert list(found.contents) == ["a.txt"]
    assert found.conversion.truncated


def test_a_header_that_asks_for_gigabytes_gets_none_of_them(tmp_path: Path) -> None:
    huge = special("././@LongLink", tarfile.GNUTYPE_LONGNAME)
    huge.size = 8 * 2**30
    with pytest.raises(ConversionFailed, match="nothing in it can be read"):
        opened(tmp_path, "a.tar", tar_of([], [huge]))


def test_a_tar_is_known_by_the_checksum_of_its_header() -> None:
    head = tar_of(FILES)[:512]
    assert is_tar(head)
    assert not is_tar(head[:511])
    assert not is_tar(b"b" + head[1:])
    assert not is_tar(bytes(512))


def pieces() -> Iterator[bytes]:
    yield from (bytes([number]) * 100_000 for number in range(20))


def test_the_reader_goes_forward_and_a_little_back() -> None:
    reader = ForwardReader(pieces(), 10**9)
    assert reader.read(3) == b"\x00\x00\x00"
    reader.seek(1_500_000)
    assert (reader.read(2), reader.tell()) == (b"\x0f\x0f", 1_500_002)
    reader.seek(1_499_999)
    assert reader.read(2) == b"\x0e\x0f"
    with pytest.raises(tarfile.ReadError):
        reader.seek(0)
    with pytest.raises(tarfile.ReadError):
        reader.seek(2_000_001)
    with pytest.raises(tarfile.ReadError):
        reader.read(2**30)
    with pytest.raises(ConversionFailed):
        ForwardReader(pieces(), 1_000_000).seek(1_500_000)
