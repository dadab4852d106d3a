from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.domain.changes import Changes
from desktop.domain.ledger import Ledger, LedgerRow, Outcome
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.watching_controller import WatchingController
from desktop.ui.controllers.writing import Writing
from tests.fakes.lanes import HeldLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard

FOUND = Ledger((LedgerRow("/in/a.pdf", Outcome.IMPORTED, document_id="a-1", job="j"),), 0.1, "j")


class Watching:
    def __init__(self, vault: FakeVault, lane: HeldLane, owner: QObject) -> None:
        self.writing = Writing(lane, backlogs_of(vault.services), owner)
        self.controller = WatchingController(vault.services.watched, self.writing, owner)
        self.noticed, self.changed = heard(self.controller.noticed), heard(self.controller.changed)


@pytest.fixture
def watching(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> Iterator[Watching]:
    vault.watched.folders = (Path("/in"),)
    watching = Watching(vault, held, owner)
    yield watching
    watching.controller.close()
    held.run_all()


def test_what_came_in_is_told(vault: FakeVault, held: HeldLane, watching: Watching) -> None:
    vault.watched.found = [FOUND]
    watching.controller.begin()
    held.run_all()
    assert [each.text for each in watching.noticed] == ["From watched folders: a.pdf was imported."]
    assert watching.changed == [Changes(frozenset({"a-1"}))]


def test_a_look_that_finds_nothing_says_nothing(held: HeldLane, watching: Watching) -> None:
    watching.controller.begin()
    held.run_all()
    assert (watching.noticed, watching.changed) == ([], [])


def test_where_nothing_is_watched_nothing_is_looked_at(vault: FakeVault, held: HeldLane, watching: Watching) -> None:
    vault.watched.folders = ()
    watching.controller.begin()
    assert held.jobs == []


def test_a_folder_that_is_not_there_is_said(vault: FakeVault, held: HeldLane, watching: Watching) -> None:
    vault.watched.missing = (Path("/in"),)
    watching.controller.begin()
    held.run_all()
    assert [each.text for each in watching.noticed] == ["The watched folder /in is not there."]


def test_a_missing_folder_is_said_again_only_after_it_was_there(vault: FakeVault, held: HeldLane, watching: Watching) -> None:
    for missing in ((Path("/in"),), (Path("/in"),), (), (Path("/in"),)):
        vault.watched.missing = missing
        watching.controller.look()
        held.run_all()
    assert len(watching.noticed) == 2


def test_a_look_does_not_take_up_what_a_person_stopped(vault: FakeVault, held: HeldLane, watching: Watching) -> None:
    vault.backlog.waiting = 8
    watching.writing.take_up_backlogs()
    watching.writing.stop_backlogs()
    watching.controller.begin()
    held.run_all()
    assert vault.backlog.runs == 0


def test_what_came_in_is_worked_off(vault: FakeVault, held: HeldLane, watching: Watching) -> None:
    vault.backlog.waiting = 8
    vault.watched.found = [FOUND]
    watching.controller.begin()
    held.run_all()
    assert vault.backlog.waiting == 0
