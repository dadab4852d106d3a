"""What is kept, as rows under headings: saved searches, threads, what was searched for lately, pinned passages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.domain.marking import Marking
from desktop.domain.passage import Query
from desktop.domain.saved_search import PastSearch, PinnedPassage, SavedSearch
from desktop.domain.thread import ThreadHead
from desktop.ui.models.documents_model import local_time
from desktop.ui.models.limits import limits_of
from desktop.ui.models.results import MODE_NAMES, ROUTE_NAMES, page_words

RECENT = 12
"""Past searches and threads that are listed; the rest is in the files of the vault."""
KEPT_ROLE = int(Qt.ItemDataRole.UserRole)


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of searches; `news` counts, by the name of a watched search, the documents that came and match it."""

    saved: tuple[SavedSearch, ...] = ()
    history: tuple[PastSearch, ...] = ()
    pins: tuple[PinnedPassage, ...] = ()
    news: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    threads: tuple[ThreadHead, ...] = ()

    def of_case(self, case: str) -> Kept:
        """What belongs to a case as far as it can be told: a pin whose document is gone stays; everything where no case is named."""
        if not case:
            return self
        return replace(
            self,
            saved=tuple(each for each in self.saved if case in each.query.filters.tags),
            history=tuple(each for each in self.history if case in each.query.filters.tags),
            threads=tuple(each for each in self.threads if case in each.case),
            pins=tuple(each for each in self.pins if each.in_case(case)),
        )


Subject = SavedSearch | PastSearch | PinnedPassage | ThreadHead


@dataclass(frozen=True, slots=True)
class KeptRow:
    """A row: what it says, what stands beside it, how many new documents it tells of; without a subject it is a heading."""

    words: str
    beside: str = ""
    new: int = 0
    subject: Subject | None = None


def kept_rows(kept: Kept) -> tuple[KeptRow, ...]:
    """Everything that is kept, under headings; what there is none of has no heading."""
    parts = (
        ("Saved searches", [_saved_row(each, len(kept.news.get(each.name, ()))) for each in kept.saved]),
        ("Asked lately", [_thread_row(each) for each in kept.threads[:RECENT]]),
        ("Searched lately", [_past_row(each) for each in kept.history[:RECENT]]),
        ("Pinned passages", [_pin_row(each) for each in reversed(kept.pins)]),
    )
    return tuple(row for heading, rows in parts if rows for row in (KeptRow(heading), *rows))


def query_words(query: Query) -> str:
    """How a query is asked, besides its words."""
    steered = (
        (f"as {query.intent.lower()}" if query.intent else "", bool(query.intent)),
        (f"without {', '.join(sorted(ROUTE_NAMES[route] for route in query.routes_off))}", bool(query.routes_off)),
        (f"{', '.join(sorted(query.unwidened))} only", bool(query.unwidened)),
        ("transliterated", query.transliterate),
        ("any spelling", query.any_spelling),
    )
    limits = (each.words for each in limits_of(query.filters))
    return "  ·  ".join([MODE_NAMES[query.mode].lower(), *(words for words, so in steered if so), *limits])


class KeptModel(QAbstractListModel):
    """Rows to open; headings can be neither chosen nor stood on."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[KeptRow] = ()

    def show(self, rows: Sequence[KeptRow]) -> None:
        """Replace all rows."""
        if rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()

    def row_at(self, row: int) -> KeptRow:
        """What stands in a row."""
        return self._rows[row]

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Qt: how many rows."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """Qt: what can be done with a row."""
        if index.isValid() and self._rows[index.row()].subject is None:
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Qt: what a row says."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == KEPT_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.words
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(filter(None, [row.words, row.beside])) if row.subject else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            new = f"{row.new:,} new {'document' if row.new == 1 else 'documents'}" if row.new else ""
            return ", ".join(filter(None, [row.words, new, row.beside]))
        return None


def _saved_row(search: SavedSearch, new: int) -> KeptRow:
    words = search.name if search.name == search.query.text else f"{search.name}  –  {search.query.text}"
    beside = [query_words(search.query), *(["watching"] if search.watched else []), search.note]
    return KeptRow(words, "  ·  ".join(filter(None, beside)), new, search)


def _past_row(past: PastSearch) -> KeptRow:
    hits = f"{past.hits:,} {'passage' if past.hits == 1 else 'passages'}"
    return KeptRow(past.query.text, f"{query_words(past.query)}  ·  {hits}  ·  {local_time(past.asked_at)}", subject=past)


def _thread_row(thread: ThreadHead) -> KeptRow:
    asked = f"{thread.questions:,} {'question' if thread.questions == 1 else 'questions'}"
    case = f"case {', '.join(thread.case)}" if thread.case else ""
    marked = "" if thread.tlp is Marking.CLEAR else f"TLP:{thread.tlp}"
    beside = "  ·  ".join(filter(None, (asked, case, marked, local_time(thread.updated_at))))
    return KeptRow(thread.title, beside, subject=thread)


def _pin_row(pinned: PinnedPassage) -> KeptRow:
    pin, passage = pinned.pin, pinned.passage
    place = ", ".join(filter(None, [pin.title, page_words(passage.page) if passage else "no longer there"]))
    beside = [place, f"for “{pin.query}”" if pin.query else "", pin.note]
    return KeptRow(" ".join(pin.quote.split()), "  ·  ".join(filter(None, beside)), subject=pinned)
