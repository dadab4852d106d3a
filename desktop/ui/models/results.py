"""The hits of a search as rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.domain.passage import Mode, Passage, Route, RouteScore
from desktop.ui.models.snippet import Snippet, snippet

PASSAGE_ROLE = int(Qt.ItemDataRole.UserRole)
SNIPPET_ROLE = PASSAGE_ROLE + 1

ROUTE_NAMES = {
    Route.GREP: "grep",
    Route.KEYWORD: "keyword",
    Route.VECTOR: "meaning",
    Route.ENTITY: "entity",
    Route.GRAPH: "graph",
    Route.TEMPORAL: "time",
}
MODE_NAMES = {
    Mode.GREP: "Grep",
    Mode.KEYWORD: "Keyword",
    Mode.VECTOR: "Meaning",
    Mode.HYBRID: "Hybrid",
    Mode.BLENDED: "Blended",
}


class ResultsModel(QAbstractListModel):
    """One row a passage; snippets are made when they are looked at."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._passages: Sequence[Passage] = ()
        self._snippets: dict[int, Snippet] = {}

    def show(self, passages: Sequence[Passage]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._passages = passages
        self._snippets = {}
        self.endResetModel()

    def passage(self, row: int) -> Passage:
        """The passage of a row."""
        return self._passages[row]

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008  Qt's own default
        """Qt: how many rows."""
        return 0 if parent.isValid() else len(self._passages)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Qt: what a row says."""
        if not index.isValid() or index.row() >= len(self._passages):
            return None
        passage = self._passages[index.row()]
        if role == PASSAGE_ROLE:
            return passage
        if role == SNIPPET_ROLE:
            return self._snippet(index.row())
        if role == Qt.ItemDataRole.DisplayRole:
            return passage.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return score_words(passage)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, [passage.title, page_words(passage.page), found_words(passage), self._snippet(index.row()).text]))
        return None

    def _snippet(self, row: int) -> Snippet:
        if row not in self._snippets:
            self._snippets[row] = snippet(self._passages[row])
        return self._snippets[row]


def page_words(page: int | None) -> str:
    """`p. 3`, or nothing."""
    return f"p. {page}" if page is not None else ""


def ranked_routes(passage: Passage) -> list[tuple[Route, RouteScore]]:
    """The routes that found a passage, best rank first."""
    return sorted(passage.routes.items(), key=_rank_of)


def found_words(passage: Passage) -> str:
    """Which routes found a passage, at which rank."""
    return " · ".join(f"{ROUTE_NAMES[route]} {score.rank}" for route, score in ranked_routes(passage))


def score_words(passage: Passage) -> str:
    """The scores behind a row's place, for a tooltip."""
    lines = [f"Score {passage.score:.4g}"]
    lines += [f"{ROUTE_NAMES[route]}: rank {score.rank}, score {score.score:.4g}" for route, score in ranked_routes(passage)]
    return "\n".join(lines)


def _rank_of(found: tuple[Route, RouteScore]) -> tuple[int, str]:
    return found[1].rank, found[0].value
