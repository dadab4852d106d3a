"""Several pages in one place, one of which is shown."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QStackedLayout, QWidget


class Pages(QFrame):
    """Turns to a page without losing the keyboard."""

    def __init__(self, *pages: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pages = QStackedLayout(self)
        for page in (QWidget(), *pages):
            self._pages.addWidget(page)

    @property
    def shown(self) -> QWidget | None:
        """The page that is shown."""
        return self._pages.currentWidget()

    def turn_to(self, page: QWidget) -> None:
        """Show a page; the keyboard stays here if it was here or nowhere, for Qt would pass it on to the next, as the Stop of an import."""
        holder, before = cast("QWidget | None", self.window().focusWidget()), self.shown
        held = not holder or (before is not None and before.isAncestorOf(holder)) or holder is before
        self._pages.setCurrentWidget(page)
        if held and before is not page:
            page.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_keyboard(self) -> None:
        """Put the keyboard onto the page that is shown."""
        if self.shown:
            self.shown.setFocus(Qt.FocusReason.ShortcutFocusReason)
