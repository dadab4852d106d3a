"""What a check found, or what could not be done, to read and to copy."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from desktop.ui.theme import play
from desktop.ui.widgets.shown_sources import state_sources

ADVICE = "Nothing was changed. Tools > Rebuild the index brings the index up to the files; what is wrong with a file itself, it leaves."


class ProblemsDialog(QDialog):
    """Lists problems, a line each; by default those that a check of the vault found."""

    def __init__(
        self, problems: Sequence[str], parent: QWidget | None = None, *, title: str = "", heading: str = "", text: str = ""
    ) -> None:
        super().__init__(parent)
        state_sources(self, ())
        self.setWindowTitle(title or "Check of the vault")
        self.resize(760, 400)
        found = "1 problem was found" if len(problems) == 1 else f"{len(problems):,} problems were found"
        head = QLabel(heading or found, wordWrap=True)
        play(head, "heading")
        advice = QLabel(text or ADVICE, wordWrap=True)
        play(advice, "muted")
        self._text = QPlainTextEdit("\n".join(problems), readOnly=True)
        self._text.setAccessibleName("Problems")
        copy, close = QPushButton("Copy list"), QPushButton("Close", default=True)
        copy.clicked.connect(self.copy_list)
        close.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addWidget(copy)
        buttons.addStretch()
        buttons.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 14)
        layout.setSpacing(10)
        for each in (head, advice, self._text):
            layout.addWidget(each)
        layout.addLayout(buttons)

    @Slot()
    def copy_list(self) -> None:
        """Put the problems onto the clipboard."""
        QGuiApplication.clipboard().setText(self._text.toPlainText())
