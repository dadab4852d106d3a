"""Files on the analyst's side, compared with what was imported of them."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from desktop.application.ingest import sources
from desktop.application.ingest.sources import check_sources
from desktop.application.job import CancelToken, JobContext, Progress
from desktop.domain.errors import Cancelled
from desktop.domain.source import SourceCondition, SourceState
from tests.fakes.documents import STAMP, a_document
from tests.fakes.memory_index import MemoryIndex
from tests.fakes.memory_store import MemoryStore


class Desk:
    def __init__(self, folder: Path) -> None:
        self.folder, self.store, self.index = folder, MemoryStore(), MemoryIndex()

    def imported(self, name: str, content: bytes, path: Path | None, **fields: str) -> None:
        """A document made of `content`, whose file lay at `path`."""
        document = a_document(name, source_sha256=hashlib.sha256(content).hexdigest(), source_path=str(path) if path else None, **fields)
        raw = self.folder / f"{name}.raw"
        raw.write_bytes(content)
        self.store.place(document, "body")
        self.store.files[name] = replace(self.store.files[name], raw_path=raw)
        self.index.put_document(document, "body", [], STAMP)

    def states(self) -> dict[str, SourceCondition]:
        return {each.document_id: each.state for each in check_sources(JobContext(), self.store, self.index)}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_each_file_is_as_it_was_or_not(desk: Desk) -> None:
    names = ("same", "longer", "other", "gone", "folder")
    for name in names:
        desk.imported(name, b"words", desk.folder / name)
    (desk.folder / "same").write_bytes(b"words")
    (desk.folder / "longer").write_bytes(b"words and more")
    (desk.folder / "other").write_bytes(b"WORDS")
    (desk.folder / "folder").mkdir()
    desk.imported("member", b"x", None)
    desk.imported("odd", b"x", Path("a\0b"))
    assert desk.states() == {
        "same": SourceCondition.UNCHANGED,
        "longer": SourceCondition.CHANGED,
        "other": SourceCondition.CHANGED,
        "gone": SourceCondition.GONE,
        "folder": SourceCondition.GONE,
        "odd": SourceCondition.GONE,
    }


def test_a_file_of_another_size_is_not_read(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.imported("one", b"words", desk.folder / "one")
    (desk.folder / "one").write_bytes(b"more words")
    monkeypatch.setattr(sources, "sha256_of", None)
    assert desk.states() == {"one": SourceCondition.CHANGED}


def test_the_hash_alone_decides_where_the_original_is_missing(desk: Desk) -> None:
    desk.imported("one", b"words", desk.folder / "one")
    (desk.folder / "one.raw").unlink()
    (desk.folder / "one").write_bytes(b"words")
    assert desk.states() == {"one": SourceCondition.UNCHANGED}


def test_of_several_versions_the_newest_is_compared(desk: Desk) -> None:
    path = desk.folder / "plan.pdf"
    desk.imported("old", b"before", path, superseded_by="new")
    desk.imported("new", b"after", path, supersedes="old", imported_at="2026-12-01T00:00:00Z")
    path.write_bytes(b"after")
    assert check_sources(JobContext(), desk.store, desk.index) == (SourceState("new", str(path), SourceCondition.UNCHANGED),)


def test_a_file_that_may_not_be_read_is_said_to_be(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> str:
        raise PermissionError(13, "Permission denied")

    desk.imported("one", b"words", desk.folder / "one")
    (desk.folder / "one").write_bytes(b"words")
    monkeypatch.setattr(sources, "sha256_of", refuse)
    assert desk.states() == {"one": SourceCondition.UNREADABLE}


def test_it_says_how_far_it_is_and_stops_when_asked(desk: Desk) -> None:
    for name in ("one", "two"):
        desk.imported(name, b"words", desk.folder / name)
    reports: list[Progress] = []
    check_sources(JobContext(report=reports.append), desk.store, desk.index)
    assert [(each.stage, each.done, each.total) for each in reports] == [("check", 0, 2), ("check", 1, 2), ("check", 2, 2)]
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        check_sources(JobContext(cancel), desk.store, desk.index)
