"""The bar that says how what is on the screen is marked, in the colours that FIRST prescribes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from desktop.domain.marking import Marking
from desktop.ui.widgets.colours import TLP_COLOURS, TLP_GROUND

WHO_MAY_SEE = {
    Marking.CLEAR: "may be shared without limit",
    Marking.GREEN: "may be shared within the community",
    Marking.AMBER: "for your organisation and its clients, who need to know",
    Marking.AMBER_STRICT: "for your organisation only, who need to know",
    Marking.RED: "for the eyes of those it was given to, nobody else",
}


class MarkingBar(QLabel):
    """One line; hidden where nothing marked is shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.marking: Marking | None = None
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.hide()

    def show_marking(self, marking: Marking | None, why: str = "") -> None:
        """Say how what is on the screen is marked, and, in a tooltip, by what."""
        self.marking = marking
        self.setVisible(marking is not None)
        if marking is not None:
            self.setText(f"TLP:{marking}  ·  {WHO_MAY_SEE[marking]}")
            self.setToolTip(why)
            self.setStyleSheet(f"background: {TLP_GROUND}; color: {TLP_COLOURS[marking]}; font-weight: bold; padding: 3px;")
