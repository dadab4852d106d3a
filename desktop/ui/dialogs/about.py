"""What Coffer is, and which version of it this is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop.ui.theme import application_icon, play
from desktop.ui.widgets.shown_sources import state_sources
from desktop.ui.widgets.still_text import let_select

SAYS = "A workstation for analysts who work cut off from every network. What you give it stays on this machine: Coffer makes no connection."


class AboutDialog(QDialog):
    """Name, purpose, and facts that a report of a fault would need."""

    def __init__(self, facts: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, ())
        self.setWindowTitle("About Coffer")
        self.setMinimumWidth(460)
        picture = QLabel(alignment=Qt.AlignmentFlag.AlignTop)
        picture.setPixmap(application_icon().pixmap(56, 56))
        name = QLabel("Coffer")
        play(name, "title")
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        for label, fact in facts:
            value = QLabel(fact, wordWrap=True)
            let_select(value)
            form.addRow(label, value)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        words = QVBoxLayout()
        words.setSpacing(10)
        words.addWidget(name)
        words.addWidget(QLabel(SAYS, wordWrap=True))
        words.addLayout(form)
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addWidget(picture)
        top.addLayout(words, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 14)
        layout.setSpacing(14)
        layout.addLayout(top)
        layout.addWidget(buttons)
