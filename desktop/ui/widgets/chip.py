"""A chip: a few words about a search, which may be pressed, and taken away."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from desktop.ui.widgets.icon_button import IconButton

MOST_LETTERS = 46
CROSS = QSize(10, 10)


class Chip(QFrame):
    """Words in a frame; Enter presses it, Delete or its cross takes it away.

    Long words are cut in the middle; the tooltip and what is read aloud say them whole.
    """

    pressed = Signal(str)  # its key
    removed = Signal(str)  # its key

    def __init__(self, key: str, words: str, tip: str = "", *, removable: str = "", parent: QWidget | None = None) -> None:
        """`removable` says what its cross does; without it there is none."""
        super().__init__(parent)
        self.key = key
        self.setProperty("role", "chip")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.button = QToolButton()
        self.button.setProperty("role", "bare")
        self.button.clicked.connect(self._press)
        self.cross = IconButton("close", removable)
        self.cross.setProperty("role", "cross")
        self.cross.setIconSize(CROSS)
        self.cross.setVisible(bool(removable))
        self.cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.cross.clicked.connect(self._remove)
        self._removable = bool(removable)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 2 if removable else 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.button)
        layout.addWidget(self.cross)
        self.say(words, tip)

    @property
    def words(self) -> str:
        """What it says."""
        return self.button.text().replace("&&", "&")

    @Slot(str, str)
    def say(self, words: str, tip: str = "") -> None:
        """Say something else."""
        self.button.setText(cut_in_the_middle(words).replace("&", "&&"))
        self.button.setToolTip(tip or words)
        said = words if tip in ("", words) else f"{words}. {tip}"
        removing = f" {self.cross.toolTip()}: Delete." if self._removable else ""
        self.button.setAccessibleName(said + removing)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Delete and Backspace take it away."""
        if self._removable and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._remove()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _press(self) -> None:
        self.pressed.emit(self.key)

    @Slot()
    def _remove(self) -> None:
        self.removed.emit(self.key)


def cut_in_the_middle(words: str, most: int = MOST_LETTERS) -> str:
    """Words that are too long lose their middle, for names tell by how they begin and how they end."""
    if len(words) <= most:
        return words
    kept = (most - 1) // 2
    return f"{words[: most - 1 - kept].rstrip()}…{words[-kept:].lstrip()}"
