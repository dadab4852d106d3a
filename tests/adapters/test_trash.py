"""What lies in the trash, under which id and since when, whatever the files are called."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from desktop.adapters.trash import Trash
from desktop.domain.vault import VaultPaths

NOON = datetime(2026, 12, 1, 12, 0, 0, 250, tzinfo=UTC)


@pytest.fixture
def paths(tmp_path: Path) -> VaultPaths:
    for folder in ("docs", "raw"):
        (tmp_path / folder).mkdir()
    return VaultPaths(tmp_path)


def files_of(paths: VaultPaths, document_id: str, body: str = "words") -> list[Path]:
    files = [paths.document(document_id), paths.raw / f"{document_id}.pdf"]
    for file in files:
        file.write_text(body, encoding="utf-8")
    return files


def test_files_are_told_apart_by_when_they_were_deleted(paths: VaultPaths) -> None:
    trash = Trash(paths, lambda: NOON)
    trash.discard("one", files_of(paths, "one"))
    assert (paths.trash / "docs" / "20261201T120000000250Z~one.md").read_text(encoding="utf-8") == "words"
    assert (paths.trash / "raw" / "20261201T120000000250Z~one.pdf").is_file()
    (discarded,) = trash.discarded()
    assert (discarded.document_id, discarded.deleted) == ("one", NOON)
    assert [file.parent.name for file in discarded.files] == ["raw", "docs"]


@pytest.mark.parametrize("name", ["one~2", "20261201T120000000250Z~one", "a.b", "~".join("abc"), "one"])
def test_no_id_is_taken_for_another(paths: VaultPaths, name: str) -> None:
    trash = Trash(paths, lambda: NOON)
    for each in ("one", name) if name != "one" else ("one",):
        trash.discard(each, files_of(paths, each, body=each))
    assert [each.document_id for each in trash.discarded(name)] == [name]
    trash.put_back(trash.discarded(name)[0])
    assert paths.document(name).read_text(encoding="utf-8") == name
    assert not paths.document("one").exists() or name == "one"


def test_the_last_deletion_is_first_though_the_clock_was_set_back(paths: VaultPaths) -> None:
    Trash(paths, lambda: NOON).discard("one", files_of(paths, "one", "first"))
    earlier = Trash(paths, lambda: NOON.replace(hour=6))
    earlier.discard("one", files_of(paths, "one", "second"))
    earlier.put_back(earlier.discarded("one")[0])
    assert paths.document("one").read_text(encoding="utf-8") == "second"


def test_what_a_person_put_there_counts_under_its_name(paths: VaultPaths) -> None:
    folder = paths.trash / "docs"
    folder.mkdir(parents=True)
    (folder / "by hand.md").write_text("x", encoding="utf-8")
    (folder / "99999999T999999999999Z~odd.md").write_text("x", encoding="utf-8")
    (folder / "folder.md").mkdir()
    (paths.trash / "audit-torn-00000000.txt").write_text("x", encoding="utf-8")
    trash = Trash(paths)
    assert sorted(each.document_id for each in trash.discarded()) == ["99999999T999999999999Z~odd", "by hand"]
    trash.empty(trash.discarded())
    assert [path.name for path in paths.trash.rglob("*") if path.is_file()] == ["audit-torn-00000000.txt"]


def test_an_original_that_a_crash_left_behind_follows_its_document(paths: VaultPaths) -> None:
    trash = Trash(paths, lambda: NOON)
    markdown, original = files_of(paths, "one")
    trash.discard("one", [markdown])
    files_of(paths, "two")
    trash.finish(lambda name: paths.document(name).exists())
    assert sorted(path.name for path in paths.raw.iterdir()) == ["two.pdf"]
    trash.put_back(trash.discarded("one")[0])
    assert (markdown.exists(), original.exists()) == (True, True)


def test_an_original_whose_document_is_there_stays(paths: VaultPaths) -> None:
    trash = Trash(paths, lambda: NOON)
    trash.discard("one", files_of(paths, "one")[:1])
    files_of(paths, "one")
    trash.finish(lambda name: paths.document(name).exists())
    assert (paths.raw / "one.pdf").is_file()
