"""Hits as rows of a list: what is folded away stands as a row of its own that says how much there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from desktop.domain.passage import Passage, Twin
from desktop.domain.reading import OpenRequest


class Folded(StrEnum):
    """What a row can stand for: further passages of a document, or the same text in other documents."""

    MORE = "more"
    TWINS = "twins"


@dataclass(frozen=True, slots=True)
class HitRow:
    """A passage; `explained` if it says why it was found, `nested` if it was unfolded from below another."""

    passage: Passage
    explained: bool = False
    nested: bool = False


@dataclass(frozen=True, slots=True)
class TwinRow:
    """The same text as the passage's, in another document."""

    passage: Passage
    twin: Twin


@dataclass(frozen=True, slots=True)
class FoldRow:
    """`count` things that belong to the passage above, folded away or standing below this row."""

    passage: Passage
    kind: Folded
    count: int
    open: bool = False


Row = HitRow | TwinRow | FoldRow


def rows_of(passages: Sequence[Passage]) -> list[Row]:
    """A row for each passage, and one for what each hides: of a document's further passages the last that is shown tells."""
    left = Counter(each.document_id for each in passages)
    shown = dict(left)
    rows: list[Row] = []
    for each in passages:
        rows.append(HitRow(each))
        if each.twins:
            rows.append(FoldRow(each, Folded.TWINS, len(each.twins)))
        left[each.document_id] -= 1
        hidden = each.more + 1 - shown[each.document_id]
        if hidden > 0 and not left[each.document_id]:
            rows.append(FoldRow(each, Folded.MORE, hidden))
    return rows


def place_of(row: Row) -> OpenRequest | None:
    """Where the reader opens for a row; None for one that only stands for others."""
    match row:
        case HitRow(passage):
            return OpenRequest(passage.document_id, passage.start, passage.end, passage.page, passage.text)
        case TwinRow(_, twin):
            return OpenRequest(twin.document_id, twin.start, twin.end)
        case FoldRow():
            return None


def fold_words(row: FoldRow) -> str:
    """What a row says that stands for others."""
    things = {
        Folded.MORE: ("more here", f"further {_plural('passage', row.count)} of {row.passage.title}"),
        Folded.TWINS: (f"more {_plural('document', row.count)} with the same text", f"{_plural('document', row.count)} with the same text"),
    }
    short, long = things[row.kind]
    return f"Fold {row.count:,} {long}" if row.open else f"+{row.count:,} {short}"


def _plural(noun: str, count: int) -> str:
    return noun if count == 1 else f"{noun}s"
