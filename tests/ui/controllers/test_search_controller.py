from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.domain.errors import StorageProblem
from desktop.domain.passage import Mode
from desktop.ui.controllers.busy import Busy
from desktop.ui.controllers.search_controller import SearchController, remembered_mode
from desktop.ui.panes.search import SearchPane
from tests.fakes.lanes import HeldLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard, visible_texts


@pytest.fixture
def pane(qtbot: QtBot) -> SearchPane:
    pane = SearchPane()
    qtbot.addWidget(pane)
    pane.show()
    return pane


@pytest.fixture
def search(pane: SearchPane, vault: FakeVault, held: HeldLane, owner: QObject) -> Iterator[SearchController]:
    controller = SearchController(pane, Busy(pane), vault.services.searcher, held, owner)
    yield controller
    controller.close()


def test_only_what_stands_after_a_pause_is_searched(
    qtbot: QtBot, pane: SearchPane, search: SearchController, vault: FakeVault, held: HeldLane
) -> None:
    for text in ("h", "he", "headlace"):
        pane.box.setText(text)
    qtbot.waitUntil(lambda: len(held.jobs) == 1)
    held.run_all()

    assert [query.text for query in vault.searcher.queries] == ["headlace"]
    assert any(text.startswith("First 50 passages in 50 documents") for text in visible_texts(pane))


def test_the_newest_query_wins(qtbot: QtBot, pane: SearchPane, search: SearchController, vault: FakeVault, held: HeldLane) -> None:
    shown: list[str] = []
    pane.show_result = lambda result: shown.append(result.query)  # type: ignore[method-assign]
    pane.box.setText("old")
    qtbot.waitUntil(lambda: len(held.jobs) == 1)
    pane.box.setText("new")
    qtbot.waitUntil(lambda: len(held.jobs) == 2)
    held.run_all()

    assert [query.text for query in vault.searcher.queries] == ["new"]
    assert shown == ["new"]


def test_a_failure_is_shown_where_it_was_asked(
    qtbot: QtBot, pane: SearchPane, search: SearchController, vault: FakeVault, held: HeldLane
) -> None:
    vault.searcher.failure = StorageProblem("The index could not be read.", "Run reindex.")
    pane.box.setText("headlace")
    qtbot.waitUntil(lambda: len(held.jobs) == 1)
    held.run_all()

    assert "The index could not be read." in pane.failure.text()


def test_a_bug_is_shown_and_its_report_is_offered(
    qtbot: QtBot, pane: SearchPane, search: SearchController, vault: FakeVault, held: HeldLane
) -> None:
    noticed = heard(search.noticed)
    vault.searcher.failure = ZeroDivisionError("oops")
    pane.box.setText("headlace")
    qtbot.waitUntil(lambda: len(held.jobs) == 1)
    held.run_all()

    assert "ZeroDivisionError: oops" in pane.failure.text()
    assert [each.label for each in noticed[0].actions] == ["Report…", "Copy report"]


def test_the_mode_is_told_so_that_it_can_be_remembered(qtbot: QtBot, pane: SearchPane, search: SearchController, held: HeldLane) -> None:
    used = heard(search.mode_used)
    pane.set_default_mode(Mode.GREP)
    pane.box.setText("10.0.0.1")
    qtbot.waitUntil(lambda: len(held.jobs) == 1)

    assert used == [Mode.GREP]


def test_a_slow_search_says_that_it_is_at_work(qtbot: QtBot, pane: SearchPane, search: SearchController, held: HeldLane) -> None:
    pane.box.setText("headlace")
    qtbot.waitUntil(pane.busy.isVisible)
    held.run_all()
    assert not pane.busy.isVisible()


def test_a_notice_that_chunks_wait_does_not_outlive_their_waiting(
    qtbot: QtBot, pane: SearchPane, search: SearchController, vault: FakeVault, held: HeldLane
) -> None:
    vault.searcher.notice = "91 chunks wait for vectors."
    pane.box.setText("headlace")
    qtbot.waitUntil(lambda: len(held.jobs) == 1)
    held.run_all()
    vault.searcher.notice = ""
    search.repeat_if_limited()
    held.run_all()
    assert pane.notice.text() == ""


def test_what_could_not_be_searched_as_asked_is_searched_again_when_it_can(
    qtbot: QtBot, pane: SearchPane, search: SearchController, vault: FakeVault, held: HeldLane
) -> None:
    vault.searcher.fallback = Mode.KEYWORD
    pane.box.setText("headlace")
    qtbot.waitUntil(lambda: len(held.jobs) == 1)
    held.run_all()
    assert pane.notice.text() == "Searched by keyword instead of hybrid."

    vault.searcher.fallback = None
    search.repeat_if_limited()
    held.run_all()
    assert pane.notice.text() == ""

    search.repeat_if_limited()
    assert held.jobs == []


def test_which_mode_is_chosen_at_first() -> None:
    assert remembered_mode("vector", "hybrid") is Mode.VECTOR
    assert remembered_mode("", "keyword") is Mode.KEYWORD
    assert remembered_mode("astrology", "of the past") is Mode.HYBRID
