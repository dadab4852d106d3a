"""The box that finds and adds: what is typed is completed by entities of the vault."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from desktop.domain.graph_view import Node
from desktop.ui.models.graph_words import counted
from desktop.ui.theme import icon
from desktop.ui.widgets.colours import is_dark
from desktop.ui.widgets.kind_look import kind_dot
from desktop.ui.widgets.shown_sources import state_sources

TYPING_MS = 150
KEY = Qt.ItemDataRole.UserRole


class EntityBox(QLineEdit):
    """Asks for suggestions while somebody types; Enter takes the first, the arrows choose another."""

    suggestions_wanted = Signal(str)
    chosen = Signal(str)  # the key of a node

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, ())
        self.setPlaceholderText("Find or add a name, an indicator, a technique")
        self.setAccessibleName("Find or add something of the graph")
        self.setClearButtonEnabled(True)
        self._sign = self.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.suggestions = QStandardItemModel(self)
        self._completer = QCompleter(self.suggestions, self)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setMaxVisibleItems(12)
        self._completer.setWidget(self)
        self._completer.activated.connect(self._take)
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._typing.timeout.connect(self._ask)
        self._wanted = False
        self.textEdited.connect(self._begin)
        self.returnPressed.connect(self._take_first)

    def show_suggestions(self, nodes: Sequence[Node], held: frozenset[str]) -> None:
        """Offer these; what is in the picture already says so."""
        self.suggestions.clear()
        dark = is_dark(self.palette())
        for node in nodes:
            where = "in the picture" if node.key in held else f"in {counted(node.documents, 'document')}"
            item = QStandardItem(kind_dot(node.kind, dark), f"{node.label}   –   {node.type}, {where}")
            item.setData(node.key, KEY)
            self.suggestions.appendRow(item)
        if self._wanted and nodes:
            self._wanted = False
            self._take_first()
        elif nodes and self.hasFocus() and self.text().strip():
            self._completer.complete()

    def changeEvent(self, event: QEvent) -> None:
        """Qt: draw the sign anew."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._sign.setIcon(icon("search"))

    @Slot()
    def _begin(self) -> None:
        self._wanted = False
        self.suggestions.clear()
        self._typing.start()

    @Slot()
    def _ask(self) -> None:
        self._typing.stop()
        self.suggestions_wanted.emit(self.text())

    @Slot()
    def _take_first(self) -> None:
        """Take the first suggestion, or as soon as there is one."""
        if self.suggestions.rowCount():
            self._choose(str(self.suggestions.item(0).data(KEY)))
        elif self.text().strip():
            self._wanted = True
            self._ask()

    @Slot(str)
    def _take(self, words: str) -> None:
        found = self.suggestions.findItems(words)
        if found:
            self._choose(str(found[0].data(KEY)))

    def _choose(self, key: str) -> None:
        self._typing.stop()
        if popup := self._completer.popup():
            popup.hide()
        self.clear()
        self.suggestions.clear()
        self.chosen.emit(key)
