from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QPlainTextEdit
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.still_text import keep_from_dragging, let_select

LEFT, NONE, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


def test_a_press_on_what_is_selected_in_a_label_begins_anew_so_that_nothing_is_dragged(qtbot: QtBot) -> None:
    label = QLabel("a secret that is long enough")
    qtbot.addWidget(label)
    let_select(label)
    label.show()
    label.setSelection(0, 8)
    assert label.selectedText() == "a secret"
    qtbot.mousePress(label, LEFT, NONE, QPoint(10, label.height() // 2))
    assert label.selectedText() == ""


def test_a_press_on_what_is_selected_in_an_editor_begins_anew(qtbot: QtBot) -> None:
    text = QPlainTextEdit("a secret that is long enough")
    qtbot.addWidget(text)
    keep_from_dragging(text)
    text.show()
    text.selectAll()
    qtbot.mousePress(text.viewport(), LEFT, NONE, QPoint(20, 10))
    assert not text.textCursor().hasSelection()


def test_shift_goes_on_with_a_selection(qtbot: QtBot) -> None:
    text = QPlainTextEdit("a secret that is long enough")
    qtbot.addWidget(text)
    keep_from_dragging(text)
    text.show()
    cursor = text.textCursor()
    cursor.setPosition(0)
    cursor.setPosition(2, cursor.MoveMode.KeepAnchor)
    text.setTextCursor(cursor)
    qtbot.mousePress(text.viewport(), LEFT, SHIFT, QPoint(text.viewport().width() - 4, 10))
    assert text.textCursor().selectedText().startswith("a secret")
