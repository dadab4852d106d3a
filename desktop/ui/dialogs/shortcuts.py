"""Every keyboard shortcut, on one page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop.ui.theme import play
from desktop.ui.widgets.shown_sources import state_sources

SIZE = QSize(980, 620)


class ShortcutsDialog(QDialog):
    """Lists what each key does, in two columns that scroll where there is little room."""

    def __init__(self, shortcuts: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, ())
        self.setWindowTitle("Keyboard shortcuts")
        self.resize(SIZE)
        inside = QWidget()
        columns = QHBoxLayout(inside)
        columns.setContentsMargins(0, 0, 10, 0)
        columns.setSpacing(36)
        half = (len(shortcuts) + 1) // 2
        for listed, share in ((shortcuts[:half], 2), (shortcuts[half:], 3)):  # those of the panes, which come last, need more words
            columns.addLayout(_column(listed), share)
        scrolled = QScrollArea(widgetResizable=True)
        scrolled.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scrolled.setWidget(inside)
        scrolled.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 14, 14)
        layout.setSpacing(16)
        layout.addWidget(scrolled, 1)
        layout.addWidget(buttons)


def _column(shortcuts: Sequence[tuple[str, str]]) -> QVBoxLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(18)
    grid.setVerticalSpacing(8)
    grid.setColumnStretch(1, 1)
    for line, (keys, does) in enumerate(shortcuts):
        key = QLabel(keys)
        play(key, "heading")
        grid.addWidget(key, line, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(QLabel(does, wordWrap=True), line, 1)
    column = QVBoxLayout()
    column.addLayout(grid)
    column.addStretch()
    return column
