from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.domain.passage import Filters, Passage
from desktop.ui.controllers.busy import Busy
from desktop.ui.controllers.likeness_controller import LikenessController
from desktop.ui.panes.search import SearchPane
from tests.fakes.lanes import HeldLane
from tests.fakes.services import FakeVault

HIT = Passage("one", "One", 0, None, 0, 29, "ryuk encrypted hospital files", 1.0)


@pytest.fixture
def pane(qtbot: QtBot) -> SearchPane:
    pane = SearchPane()
    qtbot.addWidget(pane)
    pane.show()
    return pane


@pytest.fixture
def likeness(pane: SearchPane, vault: FakeVault, held: HeldLane, owner: QObject) -> Iterator[LikenessController]:
    vault.desk.put("one", "ryuk encrypted hospital files", "One")
    vault.desk.put("two", "hospital files were encrypted", "Two", tags=("heron",))
    vault.desk.put("three", "encrypted hospital", "Three")
    controller = LikenessController(pane, Busy(pane), vault.services.desk.similar, held, owner)
    yield controller
    controller.close()


def found(pane: SearchPane) -> list[str]:
    model = pane.results.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_what_is_like_a_passage_is_shown(pane: SearchPane, likeness: LikenessController, held: HeldLane) -> None:
    pane.box.setText("ryuk")
    pane.like_requested.emit(HIT)
    assert pane.busy.isVisible()
    held.run_all()
    assert sorted(found(pane)) == ["Three", "Two"]
    assert pane.banner.isVisible()
    assert not pane.busy.isVisible()


def test_it_keeps_to_the_filters(pane: SearchPane, likeness: LikenessController, held: HeldLane) -> None:
    pane.box.setText("ryuk")
    pane.steering.limit(Filters(tags=("heron",)))
    pane.like_requested.emit(HIT)
    held.run_all()
    assert found(pane) == ["Two"]


def test_another_search_gives_it_up(pane: SearchPane, likeness: LikenessController, held: HeldLane) -> None:
    pane.box.setText("ryuk")
    pane.like_requested.emit(HIT)
    pane.box.setText("bear")
    held.run_all()
    assert not pane.banner.isVisible()


def test_a_document_that_is_gone_is_told(pane: SearchPane, likeness: LikenessController, held: HeldLane) -> None:
    pane.box.setText("ryuk")
    pane.like_requested.emit(Passage("gone", "Gone", 0, None, 0, 5, "words", 1.0))
    held.run_all()
    assert "gone" in pane.failure.text()


def test_what_is_folded_away_of_a_document_is_like_the_passage_too(
    pane: SearchPane, likeness: LikenessController, vault: FakeVault, held: HeldLane
) -> None:
    body = "\n\n".join(f"encrypted hospital files number {word}" for word in ("one", "two", "three", "four", "five"))
    vault.desk.put("many", body, "Many")
    pane.box.setText("ryuk")
    pane.like_requested.emit(HIT)
    held.run_all()
    assert "+2 more here" in found(pane)
    row = found(pane).index("+2 more here")
    pane.results.setCurrentIndex(pane.results.model().index(row, 0))
    pane.results.activated.emit(pane.results.currentIndex())
    held.run_all()
    assert found(pane)[row] == "Fold 2 further passages of Many"
    assert found(pane).count("Many") == 5
