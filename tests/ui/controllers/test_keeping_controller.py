from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QInputDialog
from pytestqt.qtbot import QtBot

from desktop.application.job import JobContext
from desktop.domain.answer import Answer, AnswerKind, Timing
from desktop.domain.errors import StorageProblem
from desktop.domain.passage import Filters, Mode, Passage, Query
from desktop.domain.reading import OpenRequest
from desktop.domain.saved_search import PinnedPassage
from desktop.ui.controllers.keeping_controller import KeepingController
from desktop.ui.models.kept import KEPT_ROLE, KeptRow
from desktop.ui.panes.search import SearchPane
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard

RYUK = Query("ryuk", Mode.KEYWORD)


@pytest.fixture
def pane(qtbot: QtBot) -> SearchPane:
    pane = SearchPane()
    qtbot.addWidget(pane)
    pane.show()
    return pane


@pytest.fixture
def keeping(pane: SearchPane, vault: FakeVault, owner: QObject) -> Iterator[KeepingController]:
    vault.desk.put("old", "ryuk struck a hospital", "Old report", imported_at="2020-01-01T00:00:00Z")
    controller = KeepingController(pane, vault.services.desk, InlineLane(), InlineLane(), writable=True, parent=owner)
    controller.begin()
    yield controller
    controller.close()


def rows(pane: SearchPane) -> list[KeptRow]:
    model = pane.kept.model()
    return [model.index(row, 0).data(KEPT_ROLE) for row in range(model.rowCount())]


def said(pane: SearchPane) -> list[str]:
    return [row.words for row in rows(pane)]


def hit() -> Passage:
    return Passage("old", "Old report", 0, None, 0, 22, "ryuk struck a hospital", 1.0)


def test_what_is_kept_is_shown_where_nothing_is_sought(pane: SearchPane, keeping: KeepingController) -> None:
    assert pane.empty.isVisible()
    pane.used.emit(RYUK, 3)
    assert said(pane) == ["Searched lately", "ryuk"]
    assert pane.kept.isVisible()


def test_a_saved_search_tells_what_is_new_and_opens_on_it(pane: SearchPane, vault: FakeVault, keeping: KeepingController) -> None:
    news, noticed = heard(keeping.news_changed), heard(keeping.noticed)
    pane.save_requested.emit(RYUK, "Ryuk", True, "weekly")
    assert noticed[0].text == "The search was saved as “Ryuk”. It counts new documents that match."
    assert rows(pane)[1].new == 0

    vault.desk.put("new", "ryuk struck again", "New report", imported_at="2999-01-01T00:00:00Z")
    keeping.look()
    assert news[-1] == 1
    assert rows(pane)[1].new == 1

    asked = heard(pane.search_requested)
    pane.kept.chosen.emit(rows(pane)[1].subject)
    assert pane.box.text() == "ryuk"
    assert asked[-1].filters == Filters(documents=("new",))
    assert news[-1] == 0
    keeping.look()
    assert news[-1] == 0


def test_passages_are_pinned_opened_and_unpinned(pane: SearchPane, keeping: KeepingController) -> None:
    opened = heard(keeping.open_requested)
    pane.pin_requested.emit(hit(), True)
    assert said(pane) == ["Pinned passages", "ryuk struck a hospital"]
    pane.kept.chosen.emit(rows(pane)[1].subject)
    assert opened == [OpenRequest("old", 0, 22, None, "ryuk struck a hospital")]
    pane.pin_requested.emit(hit(), False)
    assert said(pane) == []


def test_a_pin_whose_words_are_gone_still_says_what_they_were(pane: SearchPane, vault: FakeVault, keeping: KeepingController) -> None:
    pane.pin_requested.emit(hit(), True)
    vault.desk.put("old", "nothing of it", "Old report")
    keeping.begin()
    noticed = heard(keeping.noticed)
    (_, row) = rows(pane)
    assert isinstance(row.subject, PinnedPassage)
    pane.kept.chosen.emit(row.subject)
    assert noticed[0].hint == "They were: ryuk struck a hospital"


def test_saved_searches_are_renamed_watched_and_forgotten(
    pane: SearchPane, keeping: KeepingController, monkeypatch: pytest.MonkeyPatch
) -> None:
    pane.save_requested.emit(RYUK, "Ryuk", False, "")
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: ("Crews", True))
    pane.kept.rename_wanted.emit(rows(pane)[1].subject)
    assert said(pane)[1] == "Crews  –  ryuk"
    pane.kept.watch_wanted.emit(rows(pane)[1].subject, True)
    assert "watching" in rows(pane)[1].beside
    pane.kept.forget_wanted.emit(rows(pane)[1].subject)
    assert said(pane) == []


def test_the_history_opens_searches_as_they_were_and_can_be_forgotten(pane: SearchPane, keeping: KeepingController) -> None:
    pane.used.emit(Query("bear", Mode.BLENDED, filters=Filters(tags=("heron",))), 3)
    asked = heard(pane.search_requested)
    pane.line.history_menu().actions()[0].trigger()
    assert (asked[-1].text, asked[-1].mode, asked[-1].filters.tags) == ("bear", Mode.BLENDED, ("heron",))
    pane.kept.clear_wanted.emit()
    assert said(pane) == []


def test_in_a_vault_for_reading_nothing_is_remembered(pane: SearchPane, vault: FakeVault, owner: QObject) -> None:
    vault.desk.desk.saved.save(JobContext(), "Ryuk", RYUK)
    keeping = KeepingController(pane, vault.services.desk, InlineLane(), InlineLane(), writable=False, parent=owner)
    keeping.begin()
    pane.used.emit(RYUK, 3)
    assert said(pane) == ["Saved searches", "Ryuk  –  ryuk"]
    pane.box.setText("ryuk")
    assert not pane.said.save.isVisible()


def test_what_cannot_be_kept_is_told(
    pane: SearchPane, vault: FakeVault, keeping: KeepingController, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StorageProblem("The disk is full.", "Make room.")

    monkeypatch.setattr(vault.desk.searches, "keep_pins", full)
    noticed = heard(keeping.noticed)
    pane.pin_requested.emit(hit(), True)
    assert [each.text for each in noticed] == ["The disk is full."]


def a_thread(vault: FakeVault) -> str:
    threads = vault.services.desk.threads
    answer = Answer("Who is APT28?", AnswerKind.NOT_FOUND, (), 0.0, None, (), (), Timing(0.0, None, 0.0))
    return threads.keep(threads.begin(answer.question), answer).id


def test_a_thread_is_opened_from_the_list(qtbot: QtBot, pane: SearchPane, keeping: KeepingController, vault: FakeVault) -> None:
    thread_id = a_thread(vault)
    keeping.reload()
    assert said(pane) == ["Asked lately", "Who is APT28?"]
    opened = heard(keeping.thread_opened)
    pane.kept.chosen.emit(rows(pane)[1].subject)
    assert [thread.head.id for thread in opened] == [thread_id]


def test_a_thread_goes_to_the_trash_from_the_list(qtbot: QtBot, pane: SearchPane, keeping: KeepingController, vault: FakeVault) -> None:
    thread_id = a_thread(vault)
    keeping.reload()
    forgotten, told = heard(keeping.thread_forgotten), heard(keeping.noticed)
    pane.kept.forget_wanted.emit(rows(pane)[1].subject)
    assert (forgotten, said(pane)) == ([thread_id], [])
    assert told[0].text == "“Who is APT28?” was moved to the trash."
    assert [each.thread_id for each in vault.services.desk.threads.trashed()] == [thread_id]
