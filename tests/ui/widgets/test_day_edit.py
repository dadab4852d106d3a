"""A field for a day."""

from __future__ import annotations

from PySide6.QtCore import QDate, Qt
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.day_edit import DayEdit


def test_it_begins_with_the_day_that_was_given_else_with_today(qtbot: QtBot) -> None:
    given, none = DayEdit("From", "2024-05-06"), DayEdit("To", "in May")
    for field in (given, none):
        qtbot.addWidget(field)
    assert (given.known, given.day, given.accessibleName()) == (True, "2024-05-06", "From")
    assert (none.known, none.day) == (False, QDate.currentDate().toString(Qt.DateFormat.ISODate))
