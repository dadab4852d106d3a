"""The chip that says as what kind of question a query is read, and lets the person choose another."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from desktop.domain.intent import Classification, Intent
from desktop.ui.models.intents import INTENT_WORDS, intent_name, intent_reason


class IntentChip(QToolButton):
    """Opens the five kinds by a click or a key; `chosen` carries an Intent, or None for whatever the words say."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "chip")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        self._kinds = QActionGroup(menu)
        self.by_itself = QAction("Automatic: by the words of the query", menu)
        menu.addAction(self._kind(self.by_itself, None))
        menu.addSeparator()
        self.kinds = {intent: QAction(f"{name}  –  {does}", menu) for intent, (name, does) in INTENT_WORDS.items()}
        for intent, action in self.kinds.items():
            menu.addAction(self._kind(action, intent))
        self._kinds.triggered.connect(self._choose)
        self.setMenu(menu)

    def show_intent(self, found: Classification, *, chosen: bool) -> None:
        """Say which kind it is, and why."""
        self.setText(f"{intent_name(found.intent)}{' (chosen)' if chosen else ''}")
        reason = intent_reason(found, chosen=chosen)
        self.setToolTip(f"{reason}\nPress to choose another (Ctrl+I).")
        self.setAccessibleName(f"Kind of question: {reason}")
        (self.kinds[found.intent] if chosen else self.by_itself).setChecked(True)

    def _kind(self, action: QAction, intent: Intent | None) -> QAction:
        action.setCheckable(True)
        action.setData(intent)
        self._kinds.addAction(action)
        return action

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        data = action.data()
        self.chosen.emit(Intent(data) if data else None)
