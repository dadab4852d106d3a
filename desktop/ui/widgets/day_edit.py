"""A field for a day."""

from __future__ import annotations

from PySide6.QtCore import QDate, Qt
from PySide6.QtWidgets import QDateEdit

UNDATED = "A document without a date of its own counts by the day of its import."
"""What every question for a day has to say."""


class DayEdit(QDateEdit):
    """A day, by its numbers or from a calendar; `known` says whether one was given, else it begins with today."""

    def __init__(self, name: str, given: str | None) -> None:
        super().__init__()
        self.setCalendarPopup(True)
        self.setDisplayFormat("yyyy-MM-dd")
        self.setAccessibleName(name)
        day = QDate.fromString(given or "", Qt.DateFormat.ISODate)
        self.known = day.isValid()
        self.setDate(day if self.known else QDate.currentDate())

    @property
    def day(self) -> str:
        """The day in ISO 8601."""
        return self.date().toString(Qt.DateFormat.ISODate)
