"""The navigation on the left: which place of the window is shown."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.ui.theme import colours, icon, play

WIDTH = 164
MOST_NEWS = 1000


class Place(StrEnum):
    """A place of the window; its value is also the name of its icon."""

    DOCUMENTS = "documents"
    SEARCH = "search"
    IMPORTS = "ledger"
    LOOKUP = "lookup"
    QUALITY = "quality"
    MEMORY = "memory"
    GRAPH = "graph"
    REVIEW = "review"


LABELS = {
    Place.DOCUMENTS: "Documents",
    Place.SEARCH: "Search",
    Place.IMPORTS: "Imports",
    Place.LOOKUP: "Lookup",
    Place.QUALITY: "Quality",
    Place.MEMORY: "Memory",
    Place.GRAPH: "Graph",
    Place.REVIEW: "Review",
}


class Navigation(QFrame):
    """One button for each place."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("navigation")
        self.setFixedWidth(WIDTH)
        self._group = QButtonGroup(self)
        self._buttons: dict[Place, QPushButton] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 12, 8, 12)
        layout.setSpacing(4)
        for number, place in enumerate(Place, start=1):
            button = QPushButton(LABELS[place])
            button.setCheckable(True)
            button.setIconSize(QSize(20, 20))
            button.setToolTip(f"{LABELS[place]} (Ctrl+{number})")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._buttons[place] = button
            self._group.addButton(button)
            layout.addWidget(button)
        layout.addStretch()
        self._news = QLabel()
        play(self._news, "badge")
        self._news.hide()
        beside = QHBoxLayout(self._buttons[Place.SEARCH])
        beside.setContentsMargins(0, 0, 10, 0)
        beside.addStretch()
        beside.addWidget(self._news, 0, Qt.AlignmentFlag.AlignVCenter)
        self._group.buttonClicked.connect(self._choose)
        self._draw()

    @Slot(int)
    def show_news(self, count: int) -> None:
        """Say at the search how many new documents match what is watched."""
        self._news.setText(f"{count:,}" if count < MOST_NEWS else f"{MOST_NEWS:,}+")
        self._news.setVisible(bool(count))
        told = f"{count:,} new {'document matches' if count == 1 else 'documents match'} saved searches" if count else ""
        self._buttons[Place.SEARCH].setAccessibleDescription(told)
        self._news.setToolTip(told)

    def show_place(self, place: Place) -> None:
        """Mark the place that is shown."""
        self._buttons[place].setChecked(True)
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        """Draw the icons anew when colours change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    @Slot(QAbstractButton)
    def _choose(self, button: QAbstractButton) -> None:
        for place, each in self._buttons.items():
            if each is button:
                self.chosen.emit(place)
        self._draw()

    def _draw(self) -> None:
        for place, button in self._buttons.items():
            button.setIcon(icon(place, colours().selection_text if button.isChecked() else ""))
