"""Watched folders: what is at rest is imported once, and nothing is ever taken away."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop.application.ingest.watching import WatchedFolders
from desktop.application.job import JobContext
from desktop.domain.ledger import Ledger, Outcome
from tests.application.ingest.desk import NOON, Desk, outcomes


class Watch:
    """Looks into the desk's folder when the test says so; `tick` lets time pass."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.now = 100.0
        self.folders = self.new()

    def new(self, *folders: str) -> WatchedFolders:
        """As the program has them after it was started again."""
        desk = self.desk
        return WatchedFolders(desk.importer, desk.store, desk.index, folders or (str(desk.folder),), lambda: self.now)

    def look(self, tick: float = 0.0) -> dict[str, Outcome]:
        self.now += tick
        ledger: Ledger = self.folders.scan(JobContext())
        return outcomes(self.desk, ledger)


@pytest.fixture
def watch(tmp_path: Path) -> Watch:
    return Watch(Desk(tmp_path / "given"))


def age(path: Path, hours: float) -> None:
    """Date a file before (or after) noon of the desk's day."""
    moment = NOON.timestamp() + 3600 * hours
    os.utime(path, (moment, moment))


def test_a_new_file_is_imported_once_it_has_been_at_rest(watch: Watch) -> None:
    watch.desk.file("a.md", "words")
    assert watch.look() == {}
    assert watch.folders.settling
    assert watch.look(1.0) == {}
    assert watch.look(1.0) == {"a.md": Outcome.IMPORTED}
    assert not watch.folders.settling
    assert watch.look(5.0) == {}
    assert len(watch.desk.index.import_jobs()) == 1


def test_a_file_that_still_grows_is_waited_for(watch: Watch) -> None:
    path = watch.desk.file("a.md", "words")
    watch.look()
    with path.open("a", encoding="utf-8") as file:
        file.write(" and more")
    assert watch.look(3.0) == {}
    assert watch.look(3.0) == {"a.md": Outcome.IMPORTED}


def test_a_changed_file_becomes_a_successor(watch: Watch) -> None:
    path = watch.desk.file("a.md", "words")
    watch.look()
    watch.look(3.0)
    path.write_text("other words", encoding="utf-8")
    watch.look(3.0)
    assert watch.look(3.0) == {"a.md": Outcome.UPDATED}


def test_a_file_that_was_only_touched_makes_no_import(watch: Watch) -> None:
    path = watch.desk.file("a.md", "words")
    watch.look()
    watch.look(3.0)
    age(path, 1)
    assert [watch.look(3.0), watch.look(3.0), watch.look(3.0)] == [{}, {}, {}]
    assert len(watch.desk.index.import_jobs()) == 1


def test_what_was_refused_is_not_tried_again_until_it_changes(watch: Watch) -> None:
    path = watch.desk.file("a.md", "broken")
    watch.look()
    assert watch.look(3.0) == {"a.md": Outcome.FAILED}
    assert [watch.look(3.0), watch.look(3.0)] == [{}, {}]
    path.write_text("mended", encoding="utf-8")
    watch.look(3.0)
    assert watch.look(3.0) == {"a.md": Outcome.IMPORTED}


def test_a_vanished_file_stays_in_the_vault(watch: Watch) -> None:
    path = watch.desk.file("a.md", "words")
    watch.look()
    watch.look(3.0)
    path.unlink()
    assert watch.look(3.0) == {}
    assert len(watch.desk.store.files) == 1


def test_hidden_files_and_vaults_are_passed_over_in_silence(watch: Watch) -> None:
    watch.desk.file(".hidden", "words")
    watch.desk.file("vault/coffer.toml", "")
    watch.desk.file("vault/docs/a.md", "words")
    watch.look()
    assert watch.look(3.0) == {}


@pytest.mark.parametrize(("content", "last"), [("words", Outcome.IMPORTED), ("broken", Outcome.FAILED)])
def test_after_a_new_start_only_what_changed_since_is_looked_at(
    watch: Watch, monkeypatch: pytest.MonkeyPatch, content: str, last: Outcome
) -> None:
    path = watch.desk.file("a.md", content)
    watch.look()
    assert watch.look(3.0) == {"a.md": last}
    monkeypatch.setattr("desktop.application.ingest.watching._look_at", looking_like(path, hours_before_noon=1))
    watch.folders = watch.new()
    assert [watch.look(3.0), watch.look(3.0)] == [{}, {}]
    monkeypatch.setattr("desktop.application.ingest.watching._look_at", looking_like(path, hours_before_noon=-1))
    path.write_text(f"{content}, more", encoding="utf-8")
    watch.folders = watch.new()
    watch.look(3.0)
    assert watch.look(3.0) == {"a.md": Outcome.UPDATED if last is Outcome.IMPORTED else Outcome.FAILED}


def looking_like(path: Path, hours_before_noon: float) -> Callable[[Path], object]:
    """Changed so long before the desk's noon: the time at which a file changed cannot be set."""
    from desktop.application.ingest.watching import Look

    changed = int((NOON.timestamp() - 3600 * hours_before_noon) * 1_000_000_000)
    return lambda each: Look(path.stat().st_size, changed, changed) if each == path else None


def test_a_folder_that_is_not_there_is_named_and_costs_nothing(watch: Watch, tmp_path: Path) -> None:
    watch.folders = watch.new(str(tmp_path / "unplugged"), str(watch.desk.folder))
    watch.desk.file("a.md", "words")
    assert watch.folders.missing == (tmp_path / "unplugged",)
    watch.look()
    assert watch.look(3.0) == {"a.md": Outcome.IMPORTED}


@pytest.mark.parametrize("named", ["~nosuchuser/x", "a" * 300, "a\0b"])
def test_a_folder_that_cannot_be_is_missing(watch: Watch, named: str) -> None:
    watch.folders = watch.new(named)
    assert watch.look() == {}
    assert [folder.is_absolute() for folder in watch.folders.missing] == [True]
