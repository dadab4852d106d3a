from __future__ import annotations

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.domain.errors import StorageProblem
from desktop.domain.source import SourceCondition, SourceState
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.upkeep_controller import UpkeepController
from desktop.ui.controllers.writing import Writing
from desktop.ui.notifier import Severity
from desktop.ui.widgets.import_status import Activity
from tests.fakes.lanes import HeldLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard


@pytest.fixture
def upkeep(vault: FakeVault, held: HeldLane, owner: QObject) -> UpkeepController:
    return UpkeepController(vault.services.maintenance, Writing(held, backlogs_of(vault.services), owner), owner)


def test_a_sound_vault_is_told_to_be_sound(qtbot: QtBot, upkeep: UpkeepController, held: HeldLane) -> None:
    noticed, doing = heard(upkeep.noticed), heard(upkeep.activity_changed)
    upkeep.check()
    held.run_all()

    assert [each.text for each in noticed] == ["The vault is sound: files, index and audit log agree."]
    assert doing == [Activity("Checking", "documents"), Activity("Checking", "documents", 1, 2, "a"), None]


def test_problems_are_handed_on_as_they_are(qtbot: QtBot, upkeep: UpkeepController, vault: FakeVault, held: HeldLane) -> None:
    found, noticed = heard(upkeep.problems_found), heard(upkeep.noticed)
    vault.maintenance.problems = ("docs/a.md is gone.", "The audit chain is broken at line 3.")
    upkeep.check()
    held.run_all()

    assert found == [vault.maintenance.problems]
    assert noticed == []


def test_a_rebuilding_says_what_the_index_holds_now(qtbot: QtBot, upkeep: UpkeepController, vault: FakeVault, held: HeldLane) -> None:
    noticed, rebuilt = heard(upkeep.noticed), heard(upkeep.rebuilt)
    upkeep.rebuild()
    held.run_all()

    assert [each.text for each in noticed] == ["The index was made anew: 12 documents, 3,456 chunks."]
    assert vault.maintenance.rebuilds == 1
    assert len(rebuilt) == 1


def test_a_stopped_rebuilding_leaves_no_doubt(qtbot: QtBot, upkeep: UpkeepController, vault: FakeVault, held: HeldLane) -> None:
    noticed = heard(upkeep.noticed)
    upkeep.rebuild()
    upkeep.cancel()
    held.run_all()

    assert [(each.severity, each.text) for each in noticed] == [
        (Severity.WARNING, "The index is not complete: its rebuilding was stopped.")
    ]


def test_one_at_a_time(qtbot: QtBot, upkeep: UpkeepController, vault: FakeVault, held: HeldLane) -> None:
    noticed = heard(upkeep.noticed)
    upkeep.check()
    upkeep.rebuild()
    assert [each.text for each in noticed] == ["The vault is being looked after already."]
    held.run_all()
    assert vault.maintenance.rebuilds == 0


def test_a_failure_is_told(qtbot: QtBot, upkeep: UpkeepController, vault: FakeVault, held: HeldLane) -> None:
    noticed = heard(upkeep.noticed)
    vault.maintenance.failure = StorageProblem("The folder is gone.")
    upkeep.check()
    held.run_all()

    assert [each.text for each in noticed] == ["The folder is gone."]


def source(state: SourceCondition, name: str = "a") -> SourceState:
    return SourceState(name, f"/cases/{name}.pdf", state)


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "No document names a file to compare."),
        (1, "The original lies where it did, with the bytes that were imported."),
        (1200, "All 1,200 originals lie where they did, with the bytes that were imported."),
    ],
)
def test_that_all_originals_are_as_they_were_is_said_too(
    upkeep: UpkeepController, vault: FakeVault, held: HeldLane, count: int, said: str
) -> None:
    noticed, differ, doing = heard(upkeep.noticed), heard(upkeep.sources_differ), heard(upkeep.activity_changed)
    vault.maintenance.states = (source(SourceCondition.UNCHANGED),) * count
    upkeep.check_sources()
    held.run_all()
    assert ([each.text for each in noticed], differ) == ([said], [])
    assert doing[0] == Activity("Comparing", "documents")


def test_originals_that_differ_are_handed_on_with_those_that_do_not(upkeep: UpkeepController, vault: FakeVault, held: HeldLane) -> None:
    noticed, differ = heard(upkeep.noticed), heard(upkeep.sources_differ)
    vault.maintenance.states = (source(SourceCondition.UNCHANGED), source(SourceCondition.GONE, "b"))
    upkeep.check_sources()
    held.run_all()
    assert (noticed, differ) == ([], [vault.maintenance.states])
