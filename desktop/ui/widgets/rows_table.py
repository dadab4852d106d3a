"""A table of whole rows of one height, whose columns go where there is no room for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QAbstractItemModel, QEvent, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns a table has: one (`stretched`) takes the room that is left, and is never narrower than `least` pixels.

    `widths` are the pixels of the others, the most important first: where there is no room, the last ones go, but those in `always`.
    """

    stretched: int
    least: int
    widths: Mapping[int, int]
    always: frozenset[int] = field(default_factory=frozenset)


class RowsTable(QTableView):
    """Shows a model's rows; selects whole ones."""

    def __init__(self, model: QAbstractItemModel, name: str, columns: Columns, row_height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._columns = columns
        self.setModel(model)
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(row_height)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(60)
        for column, width in columns.widths.items():
            header.resizeSection(column, width)
        header.setSectionResizeMode(columns.stretched, QHeaderView.ResizeMode.Stretch)

    def event(self, event: QEvent) -> bool:
        """Qt: the key for the menu asks for that of the current row; Qt itself counts the header in and so means the one below."""
        by_key = isinstance(event, QContextMenuEvent) and event.reason() == QContextMenuEvent.Reason.Keyboard
        if by_key and self.contextMenuPolicy() == Qt.ContextMenuPolicy.CustomContextMenu:
            if self.currentIndex().isValid():
                self.scrollTo(self.currentIndex())
                self.customContextMenuRequested.emit(self.visualRect(self.currentIndex()).center())
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt would put a cell on the clipboard, past the gate; whoever copies through it hears the key instead."""
        if event.matches(QKeySequence.StandardKey.Copy):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the columns there is room for."""
        super().resizeEvent(event)
        room = self.viewport().width() - self._columns.least
        for column, width in self._columns.widths.items():
            room -= width
            self.setColumnHidden(column, room < 0 and column not in self._columns.always)
