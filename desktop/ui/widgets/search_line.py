"""The line on top of the search: the box, the mode, and the button that asks."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QWidget

from desktop.domain.passage import Mode
from desktop.ui.models.results import MODE_NAMES
from desktop.ui.models.search_words import MODE_TIPS
from desktop.ui.theme import icon, play


class SearchLine(QWidget):
    """Says that another text or mode stands there, or that the question is to be answered."""

    changed = Signal()
    ask_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QLineEdit()
        self.box.setPlaceholderText("Search your documents, or ask them a question")
        self.box.setAccessibleName("Search or ask")
        self.box.setClearButtonEnabled(True)
        self._glass = QAction(icon("search"), "", self.box)
        self.box.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self.box.textChanged.connect(self._text_changes)
        self.box.returnPressed.connect(self.changed)
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
