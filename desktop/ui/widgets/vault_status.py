"""Which vault is open, at the right of the status bar: its folder, who holds it, and what does not work."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from desktop.ui.theme import colours, icon, play


class VaultStatus(QWidget):
    """Facts about the open vault; the limits are a button that tells them again."""

    limits_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._limits = _button()
        self._limits.clicked.connect(self.limits_requested)
        self._lock = _button()
        self._lock.setText("Read only")
        self._lock.clicked.connect(self.limits_requested)
        self._folder = QLabel()
        play(self._folder, "muted")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(4, 0, 10, 0)
        layout.setSpacing(6)
        for widget in (self._limits, self._lock, self._folder):
            layout.addWidget(widget)
        self.show_vault(None)

    def show_vault(self, folder: Path | None, writer: str = "", warnings: Sequence[str] = ()) -> None:
        """Show a vault, who holds it if it is not this window, and what does not work."""
        self._folder.setText(folder.name if folder else "")
        self._folder.setToolTip(str(folder) if folder else "")
        self._lock.setVisible(bool(writer))
        self._lock.setToolTip(f"This vault is held by {writer}.")
        self._limits.setVisible(bool(warnings))
        self._limits.setText("1 limit" if len(warnings) == 1 else f"{len(warnings)} limits")
        self._limits.setToolTip("\n".join(warnings))
        self._draw()

    @property
    def text(self) -> str:
        """What is read there."""
        shown = [each.text() for each in (self._limits, self._lock) if not each.isHidden()]
        return " · ".join([*shown, self._folder.text()])

    def changeEvent(self, event: QEvent) -> None:
        """Draw the icons anew when colours change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        self._limits.setIcon(icon("warning", colours().warning))
        self._lock.setIcon(icon("lock", colours().warning))


def _button() -> QToolButton:
    button = QToolButton()
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setIconSize(QSize(16, 16))
    return button
