"""Which facts to list: those that hold, or those that somebody should look at, each with how many there are."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QPushButton, QVBoxLayout, QWidget

from desktop.domain.fact import FactView
from desktop.ui.theme import play
from desktop.ui.widgets.flow_layout import FlowLayout

LABELS = {
    FactView.CURRENT: "Known",
    FactView.PROPOSED: "Proposed",
    FactView.CONTRADICTED: "Contradicted",
    FactView.DUE: "Due for review",
    FactView.UNSUPPORTED: "Lost sources",
    FactView.SUPERSEDED: "Superseded",
    FactView.REJECTED: "Rejected",
    FactView.ALL: "All",
}
ALWAYS = (FactView.CURRENT, FactView.ALL)


class ViewChoice(QWidget):
    """A row of buttons, one of which is down; what there is none of is not offered."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._buttons: dict[FactView, QPushButton] = {}
        row = QWidget()
        flow = FlowLayout(row)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(row)
        for view, label in LABELS.items():
            button = QPushButton(label)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setVisible(view in ALWAYS)
            play(button, "segment")
            self._buttons[view] = button
            self._group.addButton(button)
            flow.addWidget(button)
        self._buttons[FactView.CURRENT].setChecked(True)
        self._group.buttonToggled.connect(self._toggle)

    @property
    def chosen(self) -> FactView:
        """Which facts are listed."""
        return next(view for view, button in self._buttons.items() if button.isChecked())

    def choose(self, view: FactView) -> None:
        """List these."""
        self._buttons[view].setChecked(True)

    def show_counts(self, counts: Mapping[FactView, int]) -> None:
        """Say how many there are of each."""
        for view, button in self._buttons.items():
            count = counts.get(view, 0)
            button.setText(f"{LABELS[view]}  {count:,}" if count else LABELS[view])
            button.setVisible(bool(count) or view in ALWAYS or button.isChecked())

    @Slot(QAbstractButton, bool)
    def _toggle(self, _button: QAbstractButton, checked: bool) -> None:
        if checked:
            self.changed.emit()
