from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.ui.dialogs.document_picker import DocumentPicker
from tests.fakes.services import make_summary
from tests.ui.samples import SignalLog


@pytest.fixture
def picker(qtbot: QtBot) -> DocumentPicker:
    picker = DocumentPicker("Which document?", "Take it")
    qtbot.addWidget(picker)
    with qtbot.waitExposed(picker):
        picker.begin()
    return picker


def test_it_asks_for_documents_as_one_types(qtbot: QtBot, picker: DocumentPicker) -> None:
    log = SignalLog(picker.listing_wanted)
    qtbot.keyClicks(picker.filter_box, "ry")
    assert log.emissions == [("r",), ("ry",)]
    assert not picker.choose.isEnabled()


def test_the_arrows_move_while_one_types_and_enter_takes_it(qtbot: QtBot, picker: DocumentPicker) -> None:
    picker.show_rows("", 230, [make_summary(number) for number in range(1, 4)])
    assert picker.count.text() == "230 documents, of which the first 3 are shown"
    log = SignalLog(picker.picked)
    qtbot.keyClick(picker.filter_box, Qt.Key.Key_Down)
    qtbot.keyClick(picker.filter_box, Qt.Key.Key_Return)

    assert log.emissions == [("report-000002", "Report 000002")]
    assert not picker.isVisible()


def test_rows_for_another_text_than_stands_there_are_not_shown(picker: DocumentPicker) -> None:
    picker.show_rows("old", 1, [make_summary(1)])
    assert picker.count.text() == ""


def test_without_a_match_there_is_nothing_to_take(picker: DocumentPicker) -> None:
    picker.show_rows("", 0, [])
    picker.accept()
    assert picker.count.text() == "0 documents"
    assert picker.isVisible()
    picker.reject()
