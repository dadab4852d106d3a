"""What stands where there is nothing to list yet: an icon, what this place is for, and how to begin."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.ui.theme import icon, play

ICON_SIZE = 48


class EmptyState(QWidget):
    """An icon, a heading, a sentence, and buttons below it."""

    def __init__(self, icon_name: str, heading: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self._picture = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._heading = QLabel(heading, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self._text = QLabel(text, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        play(self._heading, "title")
        play(self._text, "muted")
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        self._buttons.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        layout.addStretch(2)
        for widget in (self._picture, self._heading, self._text):
            layout.addWidget(widget)
        layout.addSpacing(6)
        layout.addLayout(self._buttons)
        layout.addStretch(3)
        self._draw()

    def add_button(self, text: str, *, primary: bool = False) -> QPushButton:
        """Offer something to do."""
        button = QPushButton(text)
        play(button, "primary" if primary else "")
        self._buttons.addWidget(button)
        return button

    def say(self, heading: str, text: str) -> None:
        """Say something else."""
        self._heading.setText(heading)
        self._text.setText(text)

    def changeEvent(self, event: QEvent) -> None:
        """Draw the icon anew when colours change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        self._picture.setPixmap(icon(self._icon_name).pixmap(ICON_SIZE, ICON_SIZE))
