from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.domain.changes import Changes
from desktop.domain.errors import StorageProblem
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.maintenance_controller import MaintenanceController
from desktop.ui.controllers.writing import Writing
from desktop.ui.jobs.qt_job import QtJob
from tests.fakes.lanes import HeldLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    return folder


@pytest.fixture
def writing(vault: FakeVault, held: HeldLane, owner: QObject) -> Writing:
    return Writing(held, backlogs_of(vault.services), owner)


@pytest.fixture
def maintenance(vault: FakeVault, docs: Path, writing: Writing, owner: QObject) -> Iterator[MaintenanceController]:
    controller = MaintenanceController(vault.services.maintenance, docs, writing, owner)
    yield controller
    controller.close()


def test_changes_are_told_and_no_change_is_not(qtbot: QtBot, maintenance: MaintenanceController, vault: FakeVault, held: HeldLane) -> None:
    changed = heard(maintenance.changed)
    maintenance.synchronise()
    held.run_all()
    assert changed == []

    vault.maintenance.changes = Changes(frozenset({"a"}))
    maintenance.synchronise()
    held.run_all()
    assert changed == [Changes(frozenset({"a"}))]


def test_how_far_it_is_and_what_is_in_the_index_by_now_is_told_while_it_goes_on(
    qtbot: QtBot, maintenance: MaintenanceController, vault: FakeVault, held: HeldLane
) -> None:
    activities, indexed = heard(maintenance.activity_changed), heard(maintenance.indexed)
    vault.maintenance.changes = Changes(frozenset({"a", "b"}))

    maintenance.synchronise()
    held.run_all()

    assert [(each.doing, each.unit, each.done, each.total) for each in activities if each][-1] == ("Indexing", "documents", 1, 2)
    assert activities[-1] is None
    assert frozenset(each for changes in indexed for each in changes.documents) == {"a", "b"}


def test_a_look_that_finds_nothing_new_shows_nothing(
    qtbot: QtBot, maintenance: MaintenanceController, vault: FakeVault, held: HeldLane
) -> None:
    activities, indexed = heard(maintenance.activity_changed), heard(maintenance.indexed)

    maintenance.synchronise()
    held.run_all()

    assert (activities, indexed) == ([], [])


def test_it_looks_when_the_window_is_looked_at_but_not_at_every_blink(
    qtbot: QtBot, qapp: QApplication, maintenance: MaintenanceController, vault: FakeVault, held: HeldLane
) -> None:
    for _ in range(3):
        qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
        qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
        held.run_all()

    assert vault.maintenance.runs == 1


def test_it_does_not_look_while_the_vault_is_being_written(
    qtbot: QtBot, maintenance: MaintenanceController, writing: Writing, vault: FakeVault, held: HeldLane
) -> None:
    writing.submit(QtJob(lambda _: None))
    maintenance.synchronise()
    held.run_all()

    assert vault.maintenance.runs == 0


def test_a_file_that_comes_from_elsewhere_is_noticed(qtbot: QtBot, maintenance: MaintenanceController, docs: Path, held: HeldLane) -> None:
    (docs / "new-00000000.md").write_text("# New\n", encoding="utf-8")
    qtbot.waitUntil(lambda: len(held.jobs) == 1)


def test_a_failure_is_told(qtbot: QtBot, maintenance: MaintenanceController, vault: FakeVault, held: HeldLane) -> None:
    noticed = heard(maintenance.noticed)
    vault.maintenance.failure = StorageProblem("The folder is gone.")
    maintenance.synchronise()
    held.run_all()

    assert [each.text for each in noticed] == ["The folder is gone."]
