"""A table of a few rows that is read and chosen from, filled by whoever makes it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTableWidget


def plain_table(name: str, columns: Sequence[str], widths: Sequence[int | None]) -> QTableWidget:
    """An empty table whose rows are chosen whole; widths are in pixels, and a column of None takes what the others leave."""
    table = QTableWidget(0, len(columns))
    table.setAccessibleName(name)
    table.setHorizontalHeaderLabels(columns)
    table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
    table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    table.setShowGrid(False)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    for column, width in enumerate(widths):
        if width is None:
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        else:
            header.resizeSection(column, width)
    return table
