"""The shield in the status bar: that nothing leaves the machine but to what was configured, and how often something tried to."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from PySide6.QtCore import QEvent, QSize, Qt, Slot
from PySide6.QtWidgets import QToolButton, QWidget

from desktop.domain.network import NetworkAttempt
from desktop.domain.provider import Reach
from desktop.ui.theme import colours, icon


class Shield(QToolButton):
    """Counts attempts to reach a network, all of them refused; a click asks for the evidence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(QSize(16, 16))
        self._attempts: Sequence[NetworkAttempt] = ()
        self._reaches: tuple[Reach, ...] = ()
        self._tell()

    @Slot(object)
    def show_attempts(self, attempts: Sequence[NetworkAttempt]) -> None:
        """Show how many attempts there were since the program started."""
        self._attempts = attempts
        self._tell()

    @Slot(object)
    def show_reaches(self, reaches: tuple[Reach, ...]) -> None:
        """Show which addresses of providers are configured."""
        self._reaches = reaches
        self._tell()

    def _tell(self) -> None:
        attempts, count = self._attempts, len(self._attempts)
        addresses = tuple(dict.fromkeys(each.address for each in self._reaches))
        hosts = ", ".join(urlsplit(each).netloc for each in addresses)
        self.setText(f"{f'Provider {hosts}' if hosts else 'Offline'}: {count:,} attempt{'' if count == 1 else 's'}")
        refused = f"{count:,} refused, the last by {attempts[-1].component}: {attempts[-1].what}." if count else "Nothing has tried to."
        connects = f"nothing but {', '.join(addresses)}" if hosts else "nothing"
        self.setToolTip(f"Coffer connects to {connects}. {refused}\nClick for the evidence.")
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        """Draw the icon anew when colours change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        self.setIcon(icon("shield", colours().warning if self._attempts else colours().accent if self._reaches else colours().success))
