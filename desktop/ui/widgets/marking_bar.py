"""The bar that says how what is on the screen is marked, in the colours that FIRST prescribes."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

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
    """One line; hidden where nothing marked is shown. `heed` is offered where a text bears a stricter marking than its document has."""

    heed_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.marking: Marking | None = None
        self.heed = QPushButton()
        self.heed.clicked.connect(self.heed_requested)
        self.heed.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 8, 0)
        row.addStretch()
        row.addWidget(self.heed)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.hide()

    def show_marking(self, marking: Marking | None, why: str = "", unheeded: str = "", offer: str = "") -> None:
        """Say how what is on the screen is marked, and, in a tooltip, by what; `unheeded` is said openly, `offer` names what mends it."""
        self.marking = marking
        self.setVisible(marking is not None)
        self.heed.setVisible(bool(offer))
        self.heed.setText(offer)
        if marking is not None:
            self.setText("  ·  ".join(filter(None, (f"TLP:{marking}", WHO_MAY_SEE[marking], unheeded))))
            self.setToolTip(why)
            look = f"background: {TLP_GROUND}; color: {TLP_COLOURS[marking]};"
            framed = f"border: 1px solid {TLP_COLOURS[marking]}; padding: 0 8px; border-radius: 3px; min-height: 0"
            self.setStyleSheet(f"QLabel {{ {look} font-weight: bold; padding: 3px; }} QPushButton {{ {look} {framed}; }}")
