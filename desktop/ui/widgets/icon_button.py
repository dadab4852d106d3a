"""A small button that shows an icon in the colours of the day."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QToolButton, QWidget

from desktop.ui.theme import icon


class IconButton(QToolButton):
    """An icon, and words for who hovers over it or hears it."""

    def __init__(self, icon_name: str, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self.setToolTip(words)
        self.setAccessibleName(words)
        self.setIcon(icon(icon_name))

    def changeEvent(self, event: QEvent) -> None:
        """Qt: draw the icon anew when colours change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.setIcon(icon(self._icon_name))
