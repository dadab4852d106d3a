"""How much a list leaves out because the window works on one case."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from desktop.ui.theme import play


class ElsewhereLabel(QLabel):
    """Says how many there are of other cases; hidden where there are none, or where all cases are shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.count = 0
        play(self, "muted")
        self.setToolTip("They are not shown, for the window works on one case: leave it to see them.")
        self.hide()

    def show_count(self, count: int) -> None:
        """Say that there are so many."""
        self.count = count
        self.setText(f"{count:,} of other cases")
        self.setVisible(count > 0)
