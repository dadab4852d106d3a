"""Which case is worked on: a button in the toolbar that names it and offers the others, and a line over every pane that says so."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QMenu, QPushButton, QToolButton, QWidget
from shiboken6 import isValid

from desktop.ui.theme import play
from desktop.ui.widgets.elided_label import ElidedLabel

ALL = "All cases"
MOST = 15
LONGEST = 24


class CaseSwitch(QToolButton):
    """Offers all cases as one, each tag, and a case that nothing carries yet."""

    chosen = Signal(str)  # a tag, or nothing for all
    other_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        play(self, "chip")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._cases = QMenu(self)
        self._cases.triggered.connect(self._choose)
        self.setMenu(self._cases)
        self.show_cases((), "")

    def show_cases(self, tags: Sequence[str], case: str) -> None:
        """Offer these tags; `case` is the one that is chosen, which may be none of them, or empty for all."""
        listed = [case] if case and case not in tags[:MOST] else []
        self._cases.clear()
        self._add(ALL, "", case)
        self._cases.addSeparator()
        for tag in (*listed, *tags[:MOST]):
            self._add(tag, tag, case)
        other = self._cases.addAction("Another case…")
        other.setToolTip("A tag that is not listed, or one that nothing carries yet")
        shown = case if len(case) <= LONGEST else f"{case[: LONGEST - 1]}…"
        self.setText(f"Case: {shown}".replace("&", "&&") if case else ALL)
        self.setAccessibleName(f"Case: {case or 'all'}")
        self.setToolTip(
            f"Only what carries the tag “{case}” is shown, and what is imported or remembered gets it (Ctrl+Shift+K)."
            if case
            else "Work on one case: see, search and look up only what carries its tag (Ctrl+Shift+K)"
        )

    @Slot()
    def open_menu(self) -> None:
        """Offer the cases to the keyboard, which goes back to where it was."""
        before = QApplication.focusWidget()
        if self.isEnabled():
            self.setFocus()
            self.showMenu()  # until it is closed
            if before is not None and isValid(before) and before.isVisible() and self.hasFocus():
                before.setFocus(Qt.FocusReason.OtherFocusReason)

    def _add(self, words: str, tag: str, case: str) -> None:
        action = self._cases.addAction(words.replace("&", "&&"))
        action.setData(tag)
        action.setCheckable(True)
        action.setChecked(tag == case)

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        if action.isCheckable():
            self.chosen.emit(str(action.data()))
        else:
            self.other_wanted.emit()


class CaseBand(QFrame):
    """A line with the case that is worked on, and a button back to all; hidden while all are."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        play(self, "bar")
        self.words = ElidedLabel()
        self.leave = QPushButton("Show all cases")
        self.leave.setToolTip("Show, search and look up everything again")
        play(self.leave, "quiet")
        self.leave.clicked.connect(self.left)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 2, 10, 2)
        layout.addWidget(self.words, 1)
        layout.addWidget(self.leave)
        self.hide()

    def show_case(self, case: str, marking: str = "") -> None:
        """Say which case it is, and, if that is set, how what is new in it is marked."""
        marked = f", marked TLP:{marking} unless you choose otherwise" if marking else ""
        self.words.setText(f"Case {case}:  lists, searches and lookups show only what carries this tag; what is new gets it{marked}.")
        self.setVisible(bool(case))
