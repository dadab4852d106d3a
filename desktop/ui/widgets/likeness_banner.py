"""Says that the list shows what is like a passage, not what a query found, and leads back."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from desktop.domain.passage import Passage
from desktop.ui.theme import play
from desktop.ui.widgets.elided_label import ElidedLabel


class LikenessBanner(QFrame):
    """A line with the passage, and a button back to the search."""

    back_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        play(self, "card")
        self.words = ElidedLabel()
        self.back = QPushButton("Back to the search")
        self.back.setToolTip("Show what the query found (Escape)")
        play(self.back, "quiet")
        self.back.clicked.connect(self.back_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 4, 6, 4)
        layout.addWidget(self.words, 1)
        layout.addWidget(self.back)
        self.hide()

    def show_passage(self, passage: Passage) -> None:
        """Say what the list is like."""
        self.words.setText(f"More like “{' '.join(passage.text.split())}”  –  {passage.title}")
        self.show()
