"""A file is what its content says; its name decides only between texts."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from desktop.adapters.converters.detection import detect_format

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
    assert (detected.format, detected.unread) == (expected, "")


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
    assert (detected.format, detected.unread) == (expected, "")


@pytest.mark.parametrize(
    ("name", "content", "kind", "archive"),
    [
        ("a.7z", b"7z\xbc\xaf\x27\x1c" + bytes(50), "7-Zip archive", True),
        ("a.gz", b"\x1f\x8b\x08" + bytes(50), "gzip archive", True),
        ("a.txt", b"MZ" + bytes(200), "program", False),
        ("a.bin", bytes(range(256)) * 8, "binary file of a kind Coffer does not know", False),
    ],
)
def test_what_coffer_does_not_read_is_named(tmp_path: Path, name: str, content: bytes, kind: str, archive: bool) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    detected = detect_format(path)
    assert (detected.unread, detected.archive) == (kind, archive)


def test_a_zip_is_an_archive_unless_it_is_a_document(tmp_path: Path) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("a.txt", "x")
    for name, unread in (("a.zip", "ZIP archive"), ("a.docx", "")):
        (tmp_path / name).write_bytes(stream.getvalue())
        assert detect_format(tmp_path / name).unread == unread


@pytest.mark.parametrize("name", ["greek_heading_styles.doc", "msg_with_attachment.msg", "odf_table_with_title_01.ods"])
def test_legacy_containers(tmp_path: Path, name: str) -> None:
    path = tmp_path / "x"
    path.write_bytes((DATA / name).read_bytes())
    assert detect_format(path).format == name.rpartition(".")[2]
