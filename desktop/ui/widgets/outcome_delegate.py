"""Draws the outcome of a file with a sign in front, so that it does not take reading to find what failed."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from desktop.domain.ledger import Outcome
from desktop.ui.models.ledger_model import OUTCOME_NAMES
from desktop.ui.theme import colours, icon

ICON_SIZE = QSize(16, 16)


class OutcomeDelegate(QStyledItemDelegate):
    """Paints the name of an outcome and its sign."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Qt: put the sign before the text."""
        super().initStyleOption(option, index)
        signs = {OUTCOME_NAMES[outcome]: sign for outcome, sign in _signs().items()}
        if option.text in signs:
            option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
            option.decorationSize = ICON_SIZE
            option.icon = icon(*signs[option.text])


def _signs() -> dict[Outcome, tuple[str, str]]:
    worn = colours()
    return {
        Outcome.IMPORTED: ("success", worn.success),
        Outcome.UPDATED: ("success", worn.accent),
        Outcome.DUPLICATE: ("copy", worn.muted),
        Outcome.SKIPPED: ("warning", worn.warning),
        Outcome.FAILED: ("error", worn.error),
    }
