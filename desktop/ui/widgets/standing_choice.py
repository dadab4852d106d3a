"""Which rows of a lookup to list: all, or those of one standing, each with how many there are."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QPushButton, QWidget

from desktop.domain.lookup import Standing
from desktop.ui.models.lookup_model import STANDING_WORDS
from desktop.ui.theme import play


class StandingChoice(QWidget):
    """A row of buttons, one of which is down."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._buttons: dict[Standing | None, QPushButton] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for standing, words in _CHOICES.items():
            button = QPushButton(words)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            play(button, "segment")
            self._buttons[standing] = button
            self._group.addButton(button)
            layout.addWidget(button)
        self._buttons[None].setChecked(True)
        self._group.buttonToggled.connect(self._toggle)

    @property
    def chosen(self) -> Standing | None:
        """A standing, or None for all."""
        return next(standing for standing, button in self._buttons.items() if button.isChecked())

    def choose(self, standing: Standing | None) -> None:
        """List these."""
        self._buttons[standing].setChecked(True)

    def show_counts(self, counts: Mapping[Standing, int]) -> None:
        """Say how many there are of each."""
        for standing, button in self._buttons.items():
            count = counts.get(standing, 0) if standing else sum(counts.values())
            button.setText(f"{_CHOICES[standing]}  {count:,}")

    @Slot(QAbstractButton, bool)
    def _toggle(self, _button: QAbstractButton, checked: bool) -> None:
        if checked:
            self.changed.emit()


_CHOICES: Mapping[Standing | None, str] = dict([(None, "All"), *STANDING_WORDS.items()])
