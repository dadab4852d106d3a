"""ZIP: any compression and encryption, names in any encoding, nothing followed, nothing unpacked twice."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from pathlib import Path

import pytest
from backports import zstd

from desktop.adapters.converters.zip_archive import zip_name
from desktop.domain.errors import ConversionFailed
from tests.adapters.converters.archive_maker import locked_zip_of, opened, zip_of

SECRET = [("secret.txt", b"The actors came back."), ("other.txt", b"And left.")]
PATCHED_METHOD = 10  # where a central header has the compression method


def with_method(content: bytes, method: int) -> bytes:
    """The archive, saying of its one file that it is compressed by another method."""
    patched = bytearray(content)
    struct.pack_into("<H", patched, 8, method)
    struct.pack_into("<H", patched, content.index(b"PK\x01\x02") + PATCHED_METHOD, method)
    return bytes(patched)


def stored_as(name: str, plain: bytes, packed: bytes, method: int) -> bytes:
    """An archive of one file compressed by a method that the standard library does not know."""
    content = bytearray(zip_of([(name, packed)], zipfile.ZIP_STORED))
    central = content.index(b"PK\x01\x02")
    for at, value in ((14, zlib.crc32(plain)), (22, len(plain)), (central + 16, zlib.crc32(plain)), (central + 24, len(plain))):
        struct.pack_into("<I", content, at, value)
    return with_method(bytes(content), method)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_every_method_of_the_standard_library(tmp_path: Path, method: int) -> None:
    assert opened(tmp_path, "a.zip", zip_of(SECRET, method)).contents == dict(SECRET)


def test_zstandard(tmp_path: Path) -> None:
    content = stored_as("a.txt", b"plain " * 50, zstd.compress(b"plain " * 50), 93)
    assert opened(tmp_path, "a.zip", content).contents == {"a.txt": b"plain " * 50}


def test_an_unknown_method_is_said(tmp_path: Path) -> None:
    reason = opened(tmp_path, "a.zip", with_method(zip_of(SECRET[:1]), 19)).contents["secret.txt"]
    assert reason == (
        "It is compressed in a way that Coffer does not know (method 19): unpack the archive with another program and import its files."
    )


def test_passwords_are_tried_in_order(tmp_path: Path) -> None:
    content = locked_zip_of(SECRET, "correct horse")
    assert opened(tmp_path, "a.zip", content, ["wrong", "correct horse"]).contents == dict(SECRET)


def test_without_the_password_each_member_asks_for_it(tmp_path: Path) -> None:
    members = opened(tmp_path, "a.zip", locked_zip_of(SECRET, "correct horse"), ["wrong"]).conversion.members
    assert [(member.path, member.failed, member.problem) for member in members] == [(None, True, "password_needed")] * 2
    assert members[0].reason == "It needs a password: import the file again and give it."


def test_the_old_encryption_is_tried_too(tmp_path: Path) -> None:
    content = old_encryption("a.txt", b"The actors came back." * 20, b"infected")
    assert opened(tmp_path, "a.zip", content, ["wrong", "infected"]).contents == {"a.txt": b"The actors came back." * 20}
    assert opened(tmp_path, "b.zip", content, ["wrong"]).conversion.members[0].problem == "password_needed"


def old_encryption(name: str, plain: bytes, password: bytes) -> bytes:
    """A stored file under PKWARE's first cipher, written out from its description (APPNOTE 6.1)."""
    keys = [0x12345678, 0x23456789, 0x34567890]

    def update(byte: int) -> None:
        keys[0] = zlib.crc32(bytes([byte]), keys[0] ^ 0xFFFFFFFF) ^ 0xFFFFFFFF
        keys[1] = ((keys[1] + (keys[0] & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
        keys[2] = zlib.crc32(bytes([keys[1] >> 24]), keys[2] ^ 0xFFFFFFFF) ^ 0xFFFFFFFF

    for byte in password:
        update(byte)
    checksum, packed = zlib.crc32(plain), bytearray()
    for byte in bytes(11) + bytes([checksum >> 24]) + plain:
        mask = (keys[2] | 2) & 0xFFFF
        packed.append(byte ^ (((mask * (mask ^ 1)) >> 8) & 0xFF))
        update(byte)
    content = bytearray(zip_of([(name, bytes(packed))], zipfile.ZIP_STORED))
    central = content.index(b"PK\x01\x02")
    for at, value in ((14, checksum), (22, len(plain)), (central + 16, checksum), (central + 24, len(plain))):
        struct.pack_into("<I", content, at, value)
    for at in (6, central + 8):
        struct.pack_into("<H", content, at, 1)
    return bytes(content)


def test_dangerous_names_are_shown_and_never_used(tmp_path: Path) -> None:
    names = ["../../etc/passwd", "/etc/shadow", "C:\\Windows\\a.exe", "in\u202evoice\nfdp.exe", "con", "a" * 3000]
    found = opened(tmp_path, "a.zip", zip_of([(name, b"x") for name in names]))
    shown = list(found.contents)
    assert shown[:4] == ["../../etc/passwd", "/etc/shadow", "C:/Windows/a.exe", "in\\u202evoice\\x0afdp.exe"]
    assert len(shown[5]) == 1001
    assert sorted(path.name for path in found.folder.iterdir()) == ["0001", "0002", "0003.exe", "0004.exe", "0005", "0006"]
    assert {path.name for path in tmp_path.iterdir()} == {"a.zip", "inside"}


def test_links_and_devices_are_refused(tmp_path: Path) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, mode in (("link", 0o120777), ("device", 0o020666), ("file", 0o100644)):
            entry = zipfile.ZipInfo(name)
            entry.create_system, entry.external_attr = 3, mode << 16
            archive.writestr(entry, b"/etc/passwd")
    assert opened(tmp_path, "a.zip", stream.getvalue()).contents == {
        "link": "It is a link to another place, and links in an archive are not followed.",
        "device": "It is a device, pipe or socket, not a file.",
        "file": b"/etc/passwd",
    }


@pytest.mark.parametrize(
    ("encoding", "names"),
    [("cp866", ["отчёт об атаке.txt", "список индикаторов.txt"]), ("utf-8", ["отчёт.txt"]), ("shift_jis", ["標的型攻撃の報告書.txt"])],
)
def test_names_without_a_stated_encoding(tmp_path: Path, encoding: str, names: list[str]) -> None:
    placeholders = [f"{chr(ord('a') + number) * len(name.encode(encoding))}" for number, name in enumerate(names)]
    content = zip_of([(name, b"x") for name in placeholders])
    for name, placeholder in zip(names, placeholders, strict=True):
        content = content.replace(placeholder.encode(), name.encode(encoding))
    assert list(opened(tmp_path, "a.zip", content).contents) == names


def test_a_name_kept_as_unicode_beside_the_old_one_counts_if_it_is_of_that_name() -> None:
    field = struct.pack("<HHBI", 0x7075, 5 + 6, 1, zlib.crc32(b"old")) + "ñame!".encode()
    assert zip_name(b"old", struct.pack("<HH", 1, 2) + b"xx" + field) == "ñame!"
    assert zip_name(b"another", field) is None
    assert zip_name(b"old", b"\x75\x70\xff") is None


def test_files_that_lie_over_each_other_are_a_bomb(tmp_path: Path) -> None:
    content = bytearray(zip_of([("a", b"x" * 100), ("b", b"y" * 100)]))
    second = content.rindex(b"PK\x01\x02")
    struct.pack_into("<I", content, second + 42, 0)
    with pytest.raises(ConversionFailed, match="lie over each other"):
        opened(tmp_path, "a.zip", bytes(content))


def test_a_damaged_member_fails_alone(tmp_path: Path) -> None:
    content = bytearray(zip_of([("a.txt", b"first"), ("b.txt", b"second")], zipfile.ZIP_STORED))
    content[content.index(b"first")] ^= 1
    found = opened(tmp_path, "a.zip", bytes(content))
    assert found.contents["b.txt"] == b"second"
    assert [(member.name, member.failed) for member in found.conversion.members] == [("a.txt", True), ("b.txt", False)]
    assert [path.name for path in found.folder.iterdir()] == ["0002.txt"]


def test_the_comment_of_an_archive_is_evidence(tmp_path: Path) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.comment = b"packed by grey heron"
    assert "Its comment: packed by grey heron" in opened(tmp_path, "a.zip", stream.getvalue()).conversion.markdown


def test_a_locked_member_that_is_damaged_is_not_said_to_need_another_password(tmp_path: Path) -> None:
    content = bytearray(locked_zip_of(SECRET[:1], "geheim"))
    content[content.index(b"PK\x01\x02") - 15] ^= 1
    (member,) = opened(tmp_path, "a.zip", bytes(content), ["geheim"]).conversion.members
    assert (member.failed, member.problem) == (True, "")
    assert list((tmp_path / "inside").iterdir()) == []


def test_a_member_without_a_name_is_no_reason_to_give_up(tmp_path: Path) -> None:
    content = zip_of([("a", b"x")]).replace(b"\x01\x00\x00\x00a", b"\x00\x00\x01\x00a")
    names = [member.name for member in opened(tmp_path, "a.zip", content).conversion.members]
    assert names in ([""], ["a"])
