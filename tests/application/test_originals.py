"""Originals are shown by what their content is, and what cannot be shown is said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from desktop.application import originals
from desktop.application.originals import Originals
from desktop.domain.document import Document
from desktop.domain.errors import DocumentNotFound, StorageProblem
from desktop.domain.reading import Box, OriginalKind
from tests.fakes.memory_store import MemoryStore
from tests.fakes.renderer import TextRenderer

DOCUMENT = Document("otter-1", "Otter", "otter.pdf", "pdf", "0" * 64, "fake 1", "2026-11-30T00:00:00Z")


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


def put(store: MemoryStore, path: Path | None, kind: str) -> Originals:
    store.place(replace(DOCUMENT, source_format=kind), "body")
    store.files["otter-1"] = replace(store.files["otter-1"], raw_path=path)
    return Originals(store, TextRenderer())


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        ("pdf", OriginalKind.PDF),
        ("png", OriginalKind.IMAGE),
        ("tiff", OriginalKind.IMAGE),
        ("html", OriginalKind.TEXT),
        ("eml", OriginalKind.TEXT),
        ("yar", OriginalKind.TEXT),
        ("docx", OriginalKind.NONE),
        ("msg", OriginalKind.NONE),
    ],
)
def test_the_format_that_was_found_decides(store: MemoryStore, tmp_path: Path, kind: str, shown: OriginalKind) -> None:
    path = tmp_path / "otter-1.pdf"
    path.write_text("x")
    assert put(store, path, kind).kind("otter-1") is shown


@pytest.mark.parametrize("path", [None, Path("/nowhere/otter-1.pdf")])
def test_an_original_that_is_gone_is_none_and_reading_it_says_so(store: MemoryStore, path: Path | None) -> None:
    shown = put(store, path, "pdf")
    assert shown.kind("otter-1") is OriginalKind.NONE
    with pytest.raises(StorageProblem, match="not in the vault"):
        shown.page_count("otter-1")
    with pytest.raises(StorageProblem):
        shown.read_bytes("otter-1")


def test_pages_come_from_the_renderer(store: MemoryStore, tmp_path: Path) -> None:
    path = tmp_path / "otter-1.pdf"
    path.write_text("first\fsecond\nthird")
    shown = put(store, path, "pdf")
    assert shown.page_count("otter-1") == 2
    assert shown.render("otter-1", 2, 10).width == 10
    assert shown.locate("otter-1", 2, "third") == (Box(0.1, 0.02, 0.9, 0.04),)


def test_bytes_are_given_up_to_a_size(store: MemoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "otter-1.txt"
    path.write_bytes(b"12345")
    shown = put(store, path, "txt")
    assert shown.read_bytes("otter-1") == b"12345"
    monkeypatch.setattr(originals, "MOST_BYTES", 4)
    with pytest.raises(StorageProblem, match="too large") as caught:
        shown.read_bytes("otter-1")
    assert str(path) in caught.value.hint


def test_an_unknown_document_is_a_known_error(store: MemoryStore) -> None:
    with pytest.raises(DocumentNotFound):
        Originals(store, TextRenderer()).kind("nobody")
