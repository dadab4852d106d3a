"""Chooses one of many by what one types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QListView, QPushButton, QVBoxLayout, QWidget

from desktop.ui.theme import play
from desktop.ui.widgets.filter_box import FilterBox
from desktop.ui.widgets.quiet_copy import keep_from_copying

MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be chosen: its id, what it is called, and more about it."""

    id: str
    words: str
    tip: str = ""


class Picker(QDialog):
    """Asks for rows by `listing_wanted`; `picked` carries the id and the words of what was chosen."""

    listing_wanted = Signal(str)
    picked = Signal(str, str)

    def __init__(self, heading: str, choose: str, sought_by: str, noun: tuple[str, str], parent: QWidget | None = None) -> None:
        """`noun` is what there is to choose from, in the singular and in the plural."""
        super().__init__(parent)
        self._noun = noun
        self.setWindowTitle(heading)
        self.resize(560, 440)
        self.filter_box = FilterBox(sought_by, f"Find a {noun[0]}: {sought_by.lower()}")
        self.filter_box.setMaximumWidth(16_777_215)
        self.filter_box.textChanged.connect(self._want)
        self._rows = QStandardItemModel(self)
        self.list = QListView()
        self.list.setModel(self._rows)
        self.list.setAccessibleName(noun[1].capitalize())
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setUniformItemSizes(True)
        keep_from_copying(self.list)
        self.list.activated.connect(self._pick)
        self.list.selectionModel().currentChanged.connect(self._allow)
        self.count = QLabel()
        play(self.count, "muted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.choose = buttons.addButton(choose, QDialogButtonBox.ButtonRole.AcceptRole)
        self.choose.setEnabled(False)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 14)
        layout.setSpacing(10)
        for each in (self.filter_box, self.list, self.count, buttons):
            layout.addWidget(each)
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)
        self.choose.setDefault(True)

    def begin(self) -> None:
        """Open, and ask for the first rows."""
        self.open()
        self.filter_box.setFocus(Qt.FocusReason.OtherFocusReason)
        self._want()

    def show_choices(self, text: str, count: int, choices: Sequence[Choice]) -> None:
        """Show what was found for a text, unless another stands in the box by now."""
        if text != self.filter_box.text().strip():
            return
        self._rows.clear()
        for each in choices:
            item = QStandardItem(each.words)
            item.setData(each.id, Qt.ItemDataRole.UserRole)
            item.setToolTip(each.tip)
            self._rows.appendRow(item)
        if choices:
            self.list.setCurrentIndex(self._rows.index(0, 0))
        shown = f", of which the first {len(choices):,} are shown" if count > len(choices) else ""
        self.count.setText(f"{count:,} {self._noun[count != 1]}{shown}")
        self._allow()

    @Slot()
    def accept(self) -> None:
        """Tell what was chosen."""
        index = self.list.currentIndex()
        if index.isValid():
            super().accept()
            self.picked.emit(index.data(Qt.ItemDataRole.UserRole), index.data())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: the arrows move in the list while one types."""
        if self.filter_box.hasFocus() and event.key() in MOVES and self._rows.rowCount():
            rows = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10}
            row = self.list.currentIndex().row() + rows[Qt.Key(event.key())]
            self.list.setCurrentIndex(self._rows.index(max(0, min(row, self._rows.rowCount() - 1)), 0))
        else:
            super().keyPressEvent(event)

    @Slot()
    def _want(self) -> None:
        self.listing_wanted.emit(self.filter_box.text().strip())

    @Slot(QModelIndex)
    def _pick(self, _index: QModelIndex) -> None:
        self.accept()

    @Slot()
    def _allow(self) -> None:
        self.choose.setEnabled(self.list.currentIndex().isValid())
