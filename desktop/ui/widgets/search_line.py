"""The line on top of the search: the box with what was searched for lately, the mode, and the button that asks."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QMenu, QPushButton, QWidget

from desktop.domain.passage import Mode
from desktop.domain.saved_search import PastSearch
from desktop.ui.models.kept import RECENT, query_words
from desktop.ui.models.results import MODE_NAMES
from desktop.ui.models.search_words import MODE_TIPS
from desktop.ui.theme import icon, play
from desktop.ui.widgets.chip import cut_in_the_middle
from desktop.ui.widgets.shown_sources import state_sources

LONGEST = 80


class SearchLine(QWidget):
    """Says that another text or mode stands there, or that the question is to be answered."""

    changed = Signal()
    entered = Signal()
    ask_wanted = Signal()
    past_chosen = Signal(object)  # a PastSearch

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QLineEdit()
        state_sources(self.box, ())
        self.box.setPlaceholderText("Search your documents, or ask them a question")
        self.box.setAccessibleName("Search or ask")
        self.box.setClearButtonEnabled(True)
        self._glass = QAction(icon("search"), "", self.box)
        self.box.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self.box.textChanged.connect(self._text_changes)
        self.box.returnPressed.connect(self.entered)
        self._past: Sequence[PastSearch] = ()
        self._clock = QAction(icon("history"), "Searched lately (Alt+Down)", self.box)
        self._clock.setEnabled(False)
        self._clock.triggered.connect(self.open_history)
        self.box.addAction(self._clock, QLineEdit.ActionPosition.TrailingPosition)
        self.mode = QComboBox()
        self.mode.setAccessibleName("How to search")
        for row, (mode, name) in enumerate(MODE_NAMES.items()):
            self.mode.addItem(name, mode)
            self.mode.setItemData(row, MODE_TIPS[mode], Qt.ItemDataRole.ToolTipRole)
        self.mode.currentIndexChanged.connect(self._mode_changes)
        self.ask = QPushButton("Ask")
        self.ask.setToolTip("Answer this from your documents (Ctrl+Enter)")
        self.ask.setEnabled(False)
        self.ask.clicked.connect(self.ask_wanted)
        play(self.ask, "primary")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.box, 1)
        layout.addWidget(self.mode)
        layout.addWidget(self.ask)

    @property
    def text(self) -> str:
        """What stands in the box."""
        return self.box.text()

    @property
    def chosen_mode(self) -> Mode:
        """The mode that is chosen."""
        return Mode(self.mode.currentData())

    def show_mode(self, mode: Mode) -> None:
        """Choose a mode without a word."""
        self.mode.blockSignals(True)
        self.mode.setCurrentIndex(list(MODE_NAMES).index(mode))
        self.mode.blockSignals(False)
        self.mode.setToolTip(MODE_TIPS[mode])

    def show_text(self, text: str) -> None:
        """Write into the box without a word."""
        self.box.blockSignals(True)
        self.box.setText(text)
        self.box.blockSignals(False)
        self.ask.setEnabled(bool(text.strip()))

    def show_history(self, past: Sequence[PastSearch]) -> None:
        """Offer what was searched for lately."""
        self._past = past[:RECENT]
        self._clock.setEnabled(bool(past))

    def history_menu(self) -> QMenu:
        """What was searched for lately, the newest first."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for past in self._past:
            words = cut_in_the_middle(" ".join(past.query.text.split()), LONGEST)
            action = menu.addAction(words.replace("&", "&&"))
            action.setToolTip(query_words(past.query))
            action.setData(past)
        menu.setToolTipsVisible(True)
        menu.triggered.connect(self._choose_past)
        return menu

    @Slot()
    def open_history(self) -> None:
        """Open the list of what was searched for lately below the box."""
        if self._past:
            self.history_menu().popup(self.box.mapToGlobal(QPoint(0, self.box.height())))

    @Slot(QAction)
    def _choose_past(self, action: QAction) -> None:
        self.past_chosen.emit(action.data())

    @Slot()
    def take_keyboard(self) -> None:
        """Ready to type."""
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()

    @Slot()
    def _text_changes(self) -> None:
        self.ask.setEnabled(bool(self.text.strip()))
        self.changed.emit()

    @Slot(int)
    def _mode_changes(self, _row: int) -> None:
        self.mode.setToolTip(MODE_TIPS[self.chosen_mode])
        self.changed.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Qt: draw the icon anew when colours change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_glass"):
            self._glass.setIcon(icon("search"))
            self._clock.setIcon(icon("history"))
