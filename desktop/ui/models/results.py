"""The hits of a search as rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.domain.passage import Mode, Passage, Route, RouteScore
from desktop.domain.snippet import Snippet, snippet
from desktop.ui.models.result_rows import Folded, FoldRow, HitRow, Row, TwinRow, fold_words, place_of, rows_of

ROW_ROLE = int(Qt.ItemDataRole.UserRole)
SNIPPET_ROLE = ROW_ROLE + 1
PINNED_ROLE = ROW_ROLE + 2

Place = tuple[str, int, int]
"""A document's id, and from where to where in its body."""

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
    """One row a passage, and one for what is folded away below it; snippets are made when they are looked at."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._snippets: dict[tuple[str, int, int], Snippet] = {}
        self._pinned: frozenset[Place] = frozenset()

    # --- what is shown

    def show(self, passages: Sequence[Passage]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._rows = rows_of(passages)
        self._snippets = {}
        self.endResetModel()

    def show_pinned(self, pinned: frozenset[Place]) -> None:
        """Mark the passages that are pinned."""
        self._pinned = pinned
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, 0))

    def unfold(self, row: int, passages: Sequence[Passage] = ()) -> None:
        """Show below a row what it stands for: its passage's twins, or the best of these further passages, as many as it says.

        Sought for themselves, the passages of a document are more than were found among all documents.
        """
        fold = self._rows[row]
        if not isinstance(fold, FoldRow) or fold.open:
            return
        shown = {place(each.passage) for each in self._rows if isinstance(each, HitRow)}
        further = [HitRow(each, nested=True) for each in passages if place(each) not in shown][: fold.count]
        added: list[Row] = [TwinRow(fold.passage, each) for each in fold.passage.twins] if fold.kind is Folded.TWINS else [*further]
        self._put(row, replace(fold, open=True, count=len(added) or fold.count))
        if added:
            self.beginInsertRows(QModelIndex(), row + 1, row + len(added))
            self._rows[row + 1 : row + 1] = added
            self.endInsertRows()

    def fold(self, row: int) -> None:
        """Take away what stands below a row that stands for it."""
        fold = self._rows[row]
        if not isinstance(fold, FoldRow) or not fold.open:
            return
        last = row
        while last + 1 < len(self._rows) and _belongs(self._rows[last + 1], fold):
            last += 1
        if last > row:
            self.beginRemoveRows(QModelIndex(), row + 1, last)
            del self._rows[row + 1 : last + 1]
            self.endRemoveRows()
        self._put(row, replace(fold, open=False))

    def explain(self, row: int, *, explained: bool) -> None:
        """Say at a passage why it was found, or no longer."""
        hit = self._rows[row]
        if isinstance(hit, HitRow) and hit.explained != explained:
            self._put(row, replace(hit, explained=explained))

    # --- what is asked

    def row_at(self, row: int) -> Row:
        """What stands in a row."""
        return self._rows[row]

    def passage(self, row: int) -> Passage:
        """The passage of a row, or that to which it belongs."""
        return self._rows[row].passage

    def next_place(self, row: int, step: int) -> int | None:
        """The next row, up or down, that the reader can open; facts are opened elsewhere."""
        row += step
        while 0 <= row < len(self._rows):
            if place_of(self._rows[row]) and not self._rows[row].passage.fact_id:
                return row
            row += step
        return None

    def is_pinned(self, row: int) -> bool:
        """Whether the passage of a row is pinned."""
        return isinstance(self._rows[row], HitRow) and place(self._rows[row].passage) in self._pinned

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008  Qt's own default
        """Qt: how many rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Qt: what a row says."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == PINNED_ROLE:
            return self.is_pinned(index.row())
        if role == SNIPPET_ROLE:
            return self._snippet(row.passage) if isinstance(row, HitRow) else None
        if role == Qt.ItemDataRole.DisplayRole:
            return title_words(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return score_words(row.passage) if isinstance(row, HitRow) else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row)
        return None

    # --- inside

    def _spoken(self, row: Row) -> str:
        if isinstance(row, FoldRow):
            return f"{fold_words(row)}. Enter {'folds' if row.open else 'unfolds'}."
        if isinstance(row, TwinRow):
            return f"{row.twin.title}, the same text"
        said = [row.passage.title, place_words(row.passage), found_words(row.passage)]
        pinned = "pinned" if place(row.passage) in self._pinned else ""
        why = why_words(row.passage) if row.explained else ""
        return ", ".join(filter(None, [*said, pinned, self._snippet(row.passage).text, why]))

    def _snippet(self, passage: Passage) -> Snippet:
        key = place(passage)
        if key not in self._snippets:
            self._snippets[key] = snippet(passage)
        return self._snippets[key]

    def _put(self, at: int, row: Row) -> None:
        self._rows[at] = row
        self.dataChanged.emit(self.index(at, 0), self.index(at, 0))


def place(passage: Passage) -> Place:
    """Where a passage stands."""
    return passage.document_id, passage.start, passage.end


def _belongs(row: Row, fold: FoldRow) -> bool:
    """Whether a row was unfolded from a row above it."""
    if fold.kind is Folded.TWINS:
        return isinstance(row, TwinRow)
    return isinstance(row, HitRow) and row.nested and row.passage.document_id == fold.passage.document_id


def title_words(row: Row) -> str:
    """What a row is headed by."""
    if isinstance(row, FoldRow):
        return fold_words(row)
    if isinstance(row, TwinRow):
        return row.twin.title
    return row.passage.title


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
    for route, score in ranked_routes(passage):
        because = f" ({score.why})" if score.why else ""
        lines.append(f"{ROUTE_NAMES[route]}: rank {score.rank}, score {score.score:.4g}{because}")
    return "\n".join(lines)


def why_words(passage: Passage) -> str:
    """Why each route found a passage, a line a route."""
    lines = [f"{ROUTE_NAMES[route]} {score.rank}: {score.why or 'found there'}" for route, score in ranked_routes(passage)]
    if passage.signals:
        lines.append(f"moved up: {', '.join(passage.signals)}")
    return "\n".join(lines)


def place_words(passage: Passage) -> str:
    """Beside the title: the page, or that it is a fact."""
    return "fact" if passage.fact_id else page_words(passage.page)


def _rank_of(found: tuple[Route, RouteScore]) -> tuple[int, str]:
    return found[1].rank, found[0].value
