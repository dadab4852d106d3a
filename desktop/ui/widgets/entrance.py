"""What stands where a vault would be, while none is open: the welcome of the first start, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

from desktop.domain.network import NetworkAttempt
from desktop.ui.widgets.no_vault import NoVault
from desktop.ui.widgets.welcome import Welcome


class Entrance(QStackedWidget):
    """Shows one of the two, and passes on what the person asks of either."""

    make_here_requested = Signal(object)
    open_requested = Signal()
    new_requested = Signal()
    sample_requested = Signal()
    evidence_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._no_vault, self._welcome = NoVault(), Welcome()
        self.addWidget(self._no_vault)
        self.addWidget(self._welcome)
        for each in (self._no_vault, self._welcome):
            each.make_here_requested.connect(self.make_here_requested)
            each.open_requested.connect(self.open_requested)
            each.new_requested.connect(self.new_requested)
        self._welcome.sample_requested.connect(self.sample_requested)
        self._welcome.evidence_requested.connect(self.evidence_requested)

    def show_welcome(self, folder: Path) -> None:
        """Ask whoever is here for the first time where their vault shall be, and offer a folder."""
        self.setCurrentWidget(self._welcome)
        self._welcome.show_folder(folder)

    def show_opening(self, folder: Path) -> None:
        """Say that a vault is being opened."""
        self.setCurrentWidget(self._no_vault)
        self._no_vault.show_opening(folder)

    def show_reason(self, heading: str, text: str, vacant: Path | None) -> None:
        """Say why no vault is open; `vacant` is a folder where one may be made."""
        self.setCurrentWidget(self._no_vault)
        self._no_vault.show_reason(heading, text, vacant)

    @Slot(object)
    def show_attempts(self, attempts: Sequence[NetworkAttempt]) -> None:
        """Show how often something tried to reach a network."""
        self._welcome.shield.show_attempts(attempts)
