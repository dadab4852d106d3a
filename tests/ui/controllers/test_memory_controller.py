from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.domain.changes import Changes
from desktop.domain.errors import StorageProblem
from desktop.domain.fact import FactDraft, FactStatus
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.memory_controller import MemoryController
from desktop.ui.controllers.writing import Writing
from desktop.ui.panes.memory import MemoryPane
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard


@pytest.fixture
def pane(qtbot: QtBot) -> MemoryPane:
    pane = MemoryPane()
    qtbot.addWidget(pane)
    pane.resize(1100, 700)
    pane.show()
    return pane


@pytest.fixture
def memory(pane: MemoryPane, vault: FakeVault, lane: InlineLane, owner: QObject) -> Iterator[MemoryController]:
    services = vault.services
    controller = MemoryController(pane, services.memory, services.fact_history, lane, Writing(lane, backlogs_of(services), owner), owner)
    yield controller
    controller.close()


def names(pane: MemoryPane) -> list[object]:
    return [pane.model.data(pane.model.index(row, 0)) for row in range(pane.model.rowCount())]


def test_what_is_remembered_is_listed_and_shown_and_can_be_taken_back(pane: MemoryPane, memory: MemoryController, vault: FakeVault) -> None:
    changed, noticed = heard(memory.changed), heard(memory.noticed)
    pane.begin_draft()
    pane.form.text.setPlainText("The heron returned.")
    pane.save()
    fact_id = pane.shown_fact
    assert vault.facts.memory.read(fact_id).text == "The heron returned.\n"
    assert names(pane) == ["The heron returned."]
    assert changed == [Changes(facts=frozenset({fact_id}))]
    noticed[0].actions[0].run()
    assert names(pane) == []
    assert vault.facts.index.states() == {}


def test_an_edit_is_saved_and_its_history_shown(pane: MemoryPane, memory: MemoryController, vault: FakeVault) -> None:
    fact_id = vault.facts.keep("First.")
    memory.show_fact(fact_id)
    pane.form.text.setPlainText("Second.")
    pane.save()
    assert vault.facts.memory.read(fact_id).text == "Second.\n"
    assert [pane.background.history.item(row).text().split()[0] for row in range(2)] == ["Changed", "Remembered"]


def test_a_contradiction_is_settled(pane: MemoryPane, memory: MemoryController, vault: FakeVault) -> None:
    edge = {"subject": "Heron", "relationship": "attributed-to"}
    one, two = vault.facts.keep("GRU.", object="GRU", **edge), vault.facts.keep("SVR.", object="SVR", **edge)
    memory.show_fact(one)
    assert pane.background.against.count() == 1
    pane.background.keep_button.click()
    assert pane.background.against.count() == 0
    assert vault.facts.memory.read(two).fact.kept_with == (one,)


def test_a_decision_is_carried_out(pane: MemoryPane, memory: MemoryController, vault: FakeVault) -> None:
    fact_id = vault.facts.keep("Maybe.", status=FactStatus.PROPOSED)
    memory.show_fact(fact_id)
    pane.accept_button.click()
    assert vault.facts.memory.read(fact_id).fact.status is FactStatus.ACCEPTED
    assert not pane.accept_button.isVisible()


def test_what_is_forgotten_is_shown_no_longer(pane: MemoryPane, memory: MemoryController, vault: FakeVault) -> None:
    fact_id = vault.facts.keep("One.")
    memory.show_fact(fact_id)
    pane.forget_button.click()
    assert (pane.sheet.isVisible(), pane.shown_fact) == (False, "")
    assert [each.fact_id for each in vault.facts.memory.trashed()] == [fact_id]


def test_an_earlier_version_comes_back(pane: MemoryPane, memory: MemoryController, vault: FakeVault) -> None:
    stored = vault.facts.memory.remember(FactDraft("First."))
    vault.facts.memory.edit(stored.fact, "Second.")
    memory.show_fact(stored.fact.id)
    pane.version_requested.emit(stored.fact.id, stored.sha256)
    assert pane.form.text.toPlainText() == "First.\n"


def test_a_failure_is_told_and_what_was_typed_stays(pane: MemoryPane, memory: MemoryController, vault: FakeVault) -> None:
    noticed = heard(memory.noticed)
    vault.facts.files.fail_with = StorageProblem("The disk is full.", "Free some space.")
    pane.begin_draft()
    pane.form.text.setPlainText("Kept.")
    pane.save()
    assert [each.text for each in noticed] == ["The disk is full."]
    assert (pane.form.text.toPlainText(), pane.unsaved) == ("Kept.", True)
