"""The box that narrows a list by what is typed."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.ui.theme import icon
from desktop.ui.widgets.shown_sources import state_sources

LEAST_WIDTH, MOST_WIDTH = 200, 320


class FilterBox(QLineEdit):
    """Says in itself what a list is filtered by; its sign is drawn anew when colours change."""

    def __init__(self, by: str, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, ())
        self.setPlaceholderText(by)
        self.setAccessibleName(accessible_name)
        self.setClearButtonEnabled(True)
        self.setMinimumWidth(LEAST_WIDTH)
        self.setMaximumWidth(MOST_WIDTH)
        self._sign = self.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)

    def changeEvent(self, event: QEvent) -> None:
        """Qt: draw the sign anew."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._sign.setIcon(icon("search"))
