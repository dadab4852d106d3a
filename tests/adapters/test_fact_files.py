"""Facts on disk: stored, changed, forgotten, brought back, their earlier versions, their list."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop.adapters.fact_files import FactFiles
from desktop.application.ports import NewFact
from desktop.domain.errors import FactNotFound, UsageError
from desktop.domain.fact import Fact
from desktop.domain.marking import Marking
from desktop.domain.vault import VaultPaths


@pytest.fixture
def files(tmp_path: Path) -> FactFiles:
    return FactFiles(VaultPaths(tmp_path), Marking.GREEN)


def a_fact(name: str = "one", **fields: Any) -> Fact:
    return Fact(**{"id": name, "name": name.title(), "created_at": "2026-12-01T08:00:00Z", "updated_at": "2026-12-01T08:00:00Z", **fields})


def test_what_is_stored_is_read_again(files: FactFiles, tmp_path: Path) -> None:
    stored = files.write_all([NewFact(a_fact(), "Text.\n"), NewFact(a_fact("two"), "")])
    assert [files.read(each.fact.id) for each in stored] == stored
    assert list(files.stamps()) == ["one", "two"]
    assert (tmp_path / "memory" / "one.md").read_text().endswith("---\nText.\n")


def test_an_id_that_is_taken_stores_nothing(files: FactFiles) -> None:
    files.write_all([NewFact(a_fact(), "First.\n")])
    with pytest.raises(UsageError, match="already"):
        files.write_all([NewFact(a_fact("two"), ""), NewFact(a_fact(), "Second.\n")])
    assert list(files.stamps()) == ["one"]
    assert files.read("one").text == "First.\n"


def test_what_was_there_before_a_change_can_be_put_back(files: FactFiles) -> None:
    first = files.write_all([NewFact(a_fact(), "First.\n")])[0]
    second = files.update_all([(replace(first.fact, grade="B2"), "Second.\n")])[0]
    assert second is not None
    assert (second.text, second.fact.grade) == ("Second.\n", "B2")
    assert files.version("one", first.sha256) == first
    assert files.put_back("one", first.sha256) == first
    assert files.read("one") == first
    assert files.version("one", second.sha256) == second
    assert files.version("one", "0" * 64) is None


def test_a_file_with_a_broken_head_is_text_red_and_never_rewritten(files: FactFiles, tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    path = tmp_path / "memory" / "broken.md"
    path.write_text("---\nname: [\n---\ntext\n")
    stored = files.read("broken")
    assert (stored.text, stored.fact.tlp) == ("---\nname: [\n---\ntext\n", Marking.RED)
    assert "not valid YAML" in stored.warnings[0]
    assert files.update_all([(stored.fact, "other")]) == [None]
    assert path.read_text() == "---\nname: [\n---\ntext\n"


def test_a_note_by_hand_takes_the_default_marking(files: FactFiles, tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "note.md").write_text("Just a line.")
    assert (files.read("note").fact.tlp, files.read("note").fact.name) == (Marking.GREEN, "Just a line.")


def test_what_is_forgotten_can_be_brought_back_until_the_trash_is_emptied(files: FactFiles) -> None:
    stored = files.write_all([NewFact(a_fact(), "Text.\n")])[0]
    files.trash("one")
    assert [(each.fact_id, each.name) for each in files.trashed()] == [("one", "One")]
    with pytest.raises(FactNotFound):
        files.read("one")
    files.restore("one")
    assert files.read("one") == stored
    files.trash("one")
    assert files.empty_trash() == 1
    with pytest.raises(FactNotFound, match="trash holds no fact"):
        files.restore("one")


def test_emptying_the_trash_takes_earlier_versions_too(files: FactFiles) -> None:
    first = files.write_all([NewFact(a_fact(), "First.\n")])[0]
    files.update_all([(first.fact, "Second.\n")])
    files.empty_trash(["other"])
    assert files.version("one", first.sha256) is not None
    files.empty_trash()
    assert files.version("one", first.sha256) is None


def test_the_list_is_written_only_where_it_differs(files: FactFiles, tmp_path: Path) -> None:
    assert not files.write_list("# Memory\n", create=False)
    assert files.write_list("# Memory\n")
    assert not files.write_list("# Memory\n")
    assert (tmp_path / "memory" / "MEMORY.md").read_text() == "# Memory\n"
    assert files.stamps() == {}
    assert files.problems() == []


@pytest.mark.parametrize("name", ["../one", ".hidden", "a/b", "MEMORY", "memory", "", "x" * 200])
def test_no_id_leads_out_of_the_folder(files: FactFiles, name: str) -> None:
    with pytest.raises(UsageError, match="cannot be a fact's id"):
        files.read(name)


def test_strangers_in_the_folder_are_named(files: FactFiles, tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "photo.png").write_bytes(b"")
    assert files.problems() == ["memory/photo.png is no fact (`name.md`), so it is not searched."]
