"""A file is what its content says; its name decides only between texts."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from desktop.adapters.converters.detection import Detected, detect_format

DATA = Path(__file__).parents[2] / "data" / "converters"
MAIL = b"Received: from a by b\r\nFrom: a@example.org\r\nSubject: x\r\nDate: Mon, 3 Nov 2025 18:23:00 +0100\r\n\r\nhello\r\n"


@pytest.mark.parametrize(
    "name",
    [
        "report.pdf",
        "report.docx",
        "report.pptx",
        "report.xlsx",
        "report.epub",
        "report.odt",
        "report.rtf",
        "report.html",
        "report.eml",
        "report.json",
    ],
)
def test_real_files_under_a_wrong_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / "unnamed.bin"
    path.write_bytes((DATA / name).read_bytes())
    assert detect_format(path).format == name.rpartition(".")[2]
    assert not detect_format(path).unread


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("page.pdf", b"<!DOCTYPE html>\n<html><body>x</body></html>", "html"),
        ("late.bin", b"\n" * 900 + b"%PDF-1.4\n", "pdf"),
        ("feed.xml", b'<?xml version="1.0"?><!-- c --><rss version="2.0"></rss>', "rss"),
        ("data.xml", b'<?xml version="1.0"?><stix/>', "xml"),
        ("mail.txt", MAIL, "eml"),
        ("box", b"From a@example.org Mon Nov  3 18:23:00 2025\n" + MAIL, "mbox"),
        ("notes.txt", b"From: me\nTo: you\n\nA note that only looks like a mail.\n", "txt"),
        ("notes.md", b"<p align=center>x</p>\n\n# Title\n", "md"),
        ("rule.yar", b"rule x { condition: true }", "yar"),
        ("noname", b'{"type": "bundle"}', "json"),
        ("wide.txt", "UTF-16 text, as Windows writes it".encode("utf-16"), "txt"),
        ("wide2.txt", ("without a mark " * 40).encode("utf-16-le"), "txt"),
        ("jis.txt", "標的型攻撃グループ".encode("iso2022_jp"), "txt"),
    ],
)
def test_texts(tmp_path: Path, name: str, content: bytes, expected: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    detected = detect_format(path)
    assert (detected.format, detected.unread) == (expected, None)


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.pdf", b"\x89PNG\r\n\x1a\n" + bytes(50), "png"),
        ("a.jpeg", b"\xff\xd8\xff\xe0" + bytes(50), "jpg"),
        ("a.tif", b"MM\x00*" + bytes(50), "tiff"),
        ("a", b"RIFF\x10\x00\x00\x00WEBPVP8 " + bytes(50), "webp"),
        ("a.bmp", b"BM" + bytes(50), "bmp"),
    ],
)
def test_images(tmp_path: Path, name: str, content: bytes, expected: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    detected = detect_format(path)
    assert (detected.format, detected.unread) == (expected, None)


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.txt", b"7z\xbc\xaf\x27\x1c" + bytes(50), "7z"),
        ("a", b"\x1f\x8b\x08" + bytes(50), "gz"),
        ("a", b"BZh91AY&SY" + bytes(50), "bz2"),
        ("a.txt", b"BZh is how bzip2 begins.", "txt"),
        ("a", b"\xfd7zXZ\x00" + bytes(50), "xz"),
        ("a", b"\x28\xb5\x2f\xfd" + bytes(50), "zst"),
        ("winmail.dat", b"\x78\x9f\x3e\x22" + bytes(50), "tnef"),
        ("a.pdf", b"GIF89a" + bytes(50), "gif"),
        ("a.txt", b"A file that begins with %PDF-1.7 is a PDF.", "txt"),
        ("a.pdf", b"junk before %PDF-1.7", "pdf"),
        ("a.doc", b"{\\rtf1 x}", "rtf"),
    ],
)
def test_files_are_known_by_what_they_begin_with(tmp_path: Path, name: str, content: bytes, expected: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert detect_format(path).format == expected


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.rar", b"Rar!\x1a\x07\x01\x00" + bytes(50), "It is a RAR archive, which Coffer cannot unpack."),
        ("a.txt", b"MZ" + bytes(200), "It is a program, which Coffer cannot read."),
        ("a.bin", bytes(range(256)) * 8, "It is a binary file of an unknown kind, which Coffer cannot read."),
        ("a.iso", bytes(32769) + b"CD001" + bytes(50), "It is a disc image, which Coffer cannot unpack."),
    ],
)
def test_what_coffer_does_not_read_is_named(tmp_path: Path, name: str, content: bytes, sentence: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    unread = detect_format(path).unread
    assert unread is not None
    assert unread.sentence == sentence


def test_a_zip_is_an_archive_unless_it_is_a_document(tmp_path: Path) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("a.txt", "x")
    for name in ("a.zip", "a.docx"):
        (tmp_path / name).write_bytes(stream.getvalue())
        assert detect_format(tmp_path / name) == Detected("zip")


@pytest.mark.parametrize("name", ["greek_heading_styles.doc", "msg_with_attachment.msg", "odf_table_with_title_01.ods"])
def test_legacy_containers(tmp_path: Path, name: str) -> None:
    path = tmp_path / "x"
    path.write_bytes((DATA / name).read_bytes())
    assert detect_format(path).format == name.rpartition(".")[2]
