"""What a report may be made of, as a list that holds no item for each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.domain.report import ReportChoice
from desktop.domain.shown_name import shown_name

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NAME = int(Role.UserRole)


class ChoicesModel(QAbstractListModel):
    """Choices that have the words of a filter in them, in their order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._every: Sequence[ReportChoice] = ()
        self._shown: Sequence[ReportChoice] = ()
        self._words = ""

    def show(self, choices: Sequence[ReportChoice]) -> None:
        """Offer these."""
        self._every = choices
        self.narrow(self._words)

    def narrow(self, words: str) -> None:
        """List only what has these words in title or detail, case aside."""
        self._words = words.casefold()
        self.beginResetModel()
        self._shown = [each for each in self._every if self._words in _said(each).casefold()] if self._words else self._every
        self.endResetModel()

    def choice_at(self, row: int) -> ReportChoice:
        """What stands in a row."""
        return self._shown[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Qt: how many are listed."""
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """Qt: what a row says."""
        if not index.isValid():
            return None
        choice = self._shown[index.row()]
        if role == NAME:
            return choice.name
        return shown_name(_said(choice)) if role in (Role.DisplayRole, Role.ToolTipRole) else None


def _said(choice: ReportChoice) -> str:
    return f"{choice.title}\n{choice.detail}" if choice.detail else choice.title
