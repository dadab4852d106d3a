"""Containers that several formats share are told apart by what lies in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.converters.compound_file import compound_file
from desktop.adapters.converters.package_detection import ole_kind, zip_kind
from desktop.adapters.converters.signatures import Kind
from tests.adapters.converters.archive_maker import zip_of

TYPES = ("[Content_Types].xml", b"x")


@pytest.mark.parametrize(
    ("name", "files", "kind"),
    [
        ("a.zip", [TYPES, ("word/document.xml", b"x")], "docx"),
        ("a.docx", [("a.txt", b"x")], "zip"),
        ("a.docm", [TYPES], "docx"),
        ("a", [("mimetype", b"application/vnd.oasis.opendocument.spreadsheet-template")], "ods"),
        ("a.zip", [("META-INF/container.xml", b"x")], "epub"),
        ("a.jar", [("META-INF/MANIFEST.MF", b"x")], "zip"),
    ],
)
def test_zips(tmp_path: Path, name: str, files: list[tuple[str, bytes]], kind: str) -> None:
    (tmp_path / name).write_bytes(zip_of(files))
    assert zip_kind(tmp_path / name) == kind


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ("xl/workbook.bin", "xlsb"),
        ("visio/document.xml", "Visio"),
        ("Index/Document.iwa", "Keynote"),
        ("FixedDocumentSequence.fdseq", "XPS"),
    ],
)
def test_documents_in_zips_that_are_not_read(tmp_path: Path, part: str, name: str) -> None:
    (tmp_path / "a").write_bytes(zip_of([TYPES, (part, b"x")]))
    kind = zip_kind(tmp_path / "a")
    assert isinstance(kind, Kind)
    assert name in kind.name


def test_a_damaged_zip_is_what_its_name_says(tmp_path: Path) -> None:
    for name, kind in (("a.pptx", "pptx"), ("a.bin", "zip")):
        (tmp_path / name).write_bytes(b"PK\x03\x04 cut off")
        assert zip_kind(tmp_path / name) == kind


@pytest.mark.parametrize(
    ("stream", "kind"),
    [("WordDocument", "doc"), ("Workbook", "xls"), ("PowerPoint Document", "ppt"), ("EncryptedPackage", "encrypted")],
)
def test_legacy_containers(tmp_path: Path, stream: str, kind: str) -> None:
    content = compound_file({(stream,): b"x"})
    (tmp_path / "a").write_bytes(content)
    assert ole_kind(tmp_path / "a") == kind
    (tmp_path / "a").write_bytes(content[:300] + bytes(300) + content[600:])
    assert ole_kind(tmp_path / "a") == kind


def test_what_an_attached_document_holds_does_not_count(tmp_path: Path) -> None:
    content = compound_file({("__properties_version1.0",): b"x", ("__attach", "WordDocument"): b"x"})
    (tmp_path / "a").write_bytes(content)
    assert ole_kind(tmp_path / "a") == "msg"


def test_other_legacy_documents_are_named(tmp_path: Path) -> None:
    for stream, name in (("Quill", "Publisher"), ("VisioDocument", "Visio"), ("unheard of", "unknown kind")):
        (tmp_path / "a").write_bytes(compound_file({(stream,): b"x"}))
        kind = ole_kind(tmp_path / "a")
        assert isinstance(kind, Kind)
        assert name in kind.name
