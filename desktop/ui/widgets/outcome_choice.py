"""Which rows of the ledger to list: all, those that need attention, or those of one outcome, each with how many there are."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QPushButton, QWidget

from desktop.domain.ledger import Outcome
from desktop.ui.theme import play

ALL, ATTENTION = "all", "attention"
LABELS = {
    ALL: "All",
    ATTENTION: "Needs attention",
    Outcome.IMPORTED: "Imported",
    Outcome.UPDATED: "Updated",
    Outcome.DUPLICATE: "Duplicates",
    Outcome.SKIPPED: "Skipped",
    Outcome.FAILED: "Failed",
}


class OutcomeChoice(QWidget):
    """A row of buttons, one of which is down; what there is none of is not offered."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QPushButton] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for choice, label in LABELS.items():
            button = QPushButton(label)
            button.setCheckable(True)
            play(button, "segment")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._buttons[choice] = button
            self._group.addButton(button)
            layout.addWidget(button)
        layout.addStretch()
        self._buttons[ALL].setChecked(True)
        self._group.buttonToggled.connect(self._toggle)

    @property
    def chosen(self) -> str:
        """`all`, `attention`, or an outcome."""
        return next(choice for choice, button in self._buttons.items() if button.isChecked())

    def choose(self, choice: str) -> None:
        """List these."""
        self._buttons[choice].setChecked(True)

    def show_counts(self, counts: Mapping[Outcome, int], attention: int) -> None:
        """Say how many there are of each."""
        totals = {ALL: sum(counts.values()), ATTENTION: attention, **{str(outcome): count for outcome, count in counts.items()}}
        for choice, button in self._buttons.items():
            count = totals.get(str(choice), 0)
            button.setText(f"{LABELS[choice]}  {count:,}" if count else LABELS[choice])
            button.setHidden(count == 0 and choice != ALL)
        if self._buttons[self.chosen].isHidden():
            self.choose(ALL)

    @Slot(QAbstractButton, bool)
    def _toggle(self, _button: QAbstractButton, checked: bool) -> None:
        if checked:
            self.changed.emit()
