"""The report of a bug, to read and to copy."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from desktop.ui.theme import play
from desktop.ui.widgets.shown_sources import state_sources


class BugDialog(QDialog):
    """Shows what to hand to whoever mends it; nothing is sent anywhere."""

    def __init__(self, summary: str, details: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, ())
        self.setWindowTitle("Report of a fault")
        self.resize(760, 460)
        heading = QLabel(summary, wordWrap=True)
        play(heading, "heading")
        advice = QLabel(
            "This is a fault in Coffer, not in your data. Nothing was sent anywhere; copy the report to pass it on.", wordWrap=True
        )
        play(advice, "muted")
        self._text = QPlainTextEdit(details, readOnly=True)
        self._text.setAccessibleName("Report")
        self._text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        copy, close = QPushButton("Copy report"), QPushButton("Close", default=True)
        copy.clicked.connect(self.copy_report)
        close.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addWidget(copy)
        buttons.addStretch()
        buttons.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 14)
        layout.setSpacing(10)
        layout.addWidget(heading)
        layout.addWidget(advice)
        layout.addWidget(self._text, 1)
        layout.addLayout(buttons)

    @Slot()
    def copy_report(self) -> None:
        """Put the report onto the clipboard."""
        QGuiApplication.clipboard().setText(self._text.toPlainText())
