"""What stands where a vault would be: that one is being opened, or that none is, with what to do about it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop.ui.widgets.empty_state import EmptyState


class NoVault(EmptyState):
    """Offers to open or to make a vault."""

    make_here_requested = Signal(object)
    open_requested = Signal()
    new_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("vault", "Opening the vault…", "", parent)
        self._vacant: Path | None = None
        self._here = self.add_button("Make a vault here", primary=True)
        self._open = self.add_button("Open a vault…")
        self._new = self.add_button("New vault…")
        self._here.clicked.connect(self._make_here)
        self._open.clicked.connect(self.open_requested)
        self._new.clicked.connect(self.new_requested)
        self._offer(vacant=None, shown=False)

    def show_opening(self, folder: Path) -> None:
        """Say that a vault is being opened."""
        self.say("Opening the vault…", str(folder))
        self._offer(vacant=None, shown=False)

    def show_reason(self, heading: str, text: str, vacant: Path | None) -> None:
        """Say why no vault is open; `vacant` is a folder where one may be made."""
        self.say(heading, text)
        self._offer(vacant=vacant, shown=True)

    def _offer(self, *, vacant: Path | None, shown: bool) -> None:
        self._vacant = vacant
        self._here.setVisible(vacant is not None)
        self._open.setVisible(shown)
        self._new.setVisible(shown)
        if shown:
            (self._here if vacant else self._open).setFocus()

    @Slot()
    def _make_here(self) -> None:
        if self._vacant:
            self.make_here_requested.emit(self._vacant)
