from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from desktop.domain.lookup import LookupResult, Standing
from desktop.ui.models.lookup_model import STANDING
from desktop.ui.models.result_rows import HitRow, place_of
from desktop.ui.panes.lookup import LookupPane
from tests.ui.hearing import visible_texts
from tests.ui.models.test_lookup_model import APT28, ROWS
from tests.ui.samples import SignalLog, passage

FOUND = LookupResult(ROWS, (), 0.1)


@pytest.fixture
def pane(qtbot: QtBot) -> LookupPane:
    pane = LookupPane()
    qtbot.addWidget(pane)
    pane.resize(900, 700)
    with qtbot.waitExposed(pane):
        pane.show()
    return pane


def test_a_pasted_list_is_looked_up_by_key(qtbot: QtBot, pane: LookupPane) -> None:
    log = SignalLog(pane.lookup_requested)
    qtbot.keyClick(pane.box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert log.emissions == []
    pane.focus_box()
    pane.box.setPlainText("APT28\nevil[.]com")
    qtbot.keyClick(pane.box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert log.emissions == [("APT28\nevil[.]com",)]


def test_while_it_looks_up_it_says_how_far_it_is_and_can_be_stopped(pane: LookupPane) -> None:
    stops = SignalLog(pane.stop_requested)
    pane.box.setPlainText("APT28")
    pane.show_busy()
    assert not pane.look_up.isEnabled()
    pane.show_progress(3, 300)
    assert (pane.progress.value(), pane.progress.maximum()) == (3, 300)
    pane.stop.click()
    assert stops.emissions == [()]
    pane.show_idle()
    assert pane.look_up.isEnabled()
    assert not pane.stop.isVisible()


def test_the_passages_of_a_row_stand_below_it_and_open(qtbot: QtBot, pane: LookupPane) -> None:
    log = SignalLog(pane.open_requested)
    pane.show_result(FOUND)
    assert pane.table.hasFocus()
    assert pane.about.text() == "Stands there as: Sofacy, APT28   ·   Also looked for: APT28, Sofacy"
    qtbot.keyClick(pane.table, Qt.Key.Key_Return)
    qtbot.keyClick(pane.passages, Qt.Key.Key_Return)
    assert log.emissions == [(place_of(HitRow(passage(0))),)]
    qtbot.keyClick(pane.passages, Qt.Key.Key_Escape)
    assert pane.table.hasFocus()
    qtbot.keyClick(pane.table, Qt.Key.Key_Down)
    assert not pane.passages.isVisible()


def test_standings_are_counted_and_listed_alone(pane: LookupPane) -> None:
    pane.show_result(FOUND)
    assert {"All  4", "Known  2", "Warning list  1", "Unknown  1"} <= visible_texts(pane)
    pane.choice.choose(Standing.WARNED)
    assert [pane.model.row_at(row).text for row in range(pane.model.rowCount())] == ["google.com"]
    pane.show_result(LookupResult((APT28,), (), 0.1))
    assert pane.choice.chosen is None


def test_a_filter_that_nothing_passes_says_so_and_escape_takes_it_off(qtbot: QtBot, pane: LookupPane) -> None:
    pane.show_result(FOUND)
    pane.focus_box()
    assert pane.filter_box.hasFocus()
    qtbot.keyClicks(pane.filter_box, "zebra")
    assert "Nothing of this kind" in visible_texts(pane)
    assert not pane.export.isEnabled()
    qtbot.keyClick(pane.filter_box, Qt.Key.Key_Escape)
    assert pane.model.rowCount() == 4


def test_rows_are_copied_and_exported_as_they_are_listed(qtbot: QtBot, pane: LookupPane, monkeypatch: pytest.MonkeyPatch) -> None:
    log = SignalLog(pane.export_requested)
    pane.show_result(FOUND)
    pane.table.sortByColumn(STANDING, Qt.SortOrder.AscendingOrder)
    pane.table.selectRow(0)
    qtbot.keyClick(pane.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().split("\n")[1].startswith("Fancy Bear\tKnown")

    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("/cases/found.csv", ""))
    pane.export.click()
    assert log.emissions == [(pane.model.rows, Path("/cases/found.csv"))]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    pane.export.click()
    assert len(log.emissions) == 1


def test_before_anything_is_looked_up_it_says_how(pane: LookupPane) -> None:
    assert "Look up a list" in visible_texts(pane)
    assert not pane.choice.isVisible()


def test_it_fits_beside_the_reader(pane: LookupPane) -> None:
    pane.show_result(FOUND)
    assert pane.minimumSizeHint().width() <= 640
