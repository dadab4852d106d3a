"""Whether the sources of a fact are independent: documents that copy each other count once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from desktop.application.ports import StoredDocument, TextReader
from desktop.domain.errors import DocumentNotFound, UsageError
from desktop.domain.fact import FactSource

NEAR_COPY = 0.5
"""Documents that share this much of the shorter one's word sequences are copies of each other, or of a third."""

_SHINGLE = 5
_LONGEST = 400_000
_WORD = re.compile(r"\w+")


def independent_groups(sources: Sequence[FactSource], documents: TextReader) -> tuple[frozenset[str], ...]:
    """The documents of these sources that are still there, near-copies together, in the order of the sources."""
    stored = {name: found for name in dict.fromkeys(each.document for each in sources) if (found := _read(documents, name)) is not None}
    shingles = {name: _shingles(each.body) for name, each in stored.items()}
    groups = [{name} for name in stored]
    for one, other in combinations(stored, 2):
        if _belong_together(stored[one], stored[other]) or alike(shingles[one], shingles[other]):
            groups = _joined(groups, one, other)
    return tuple(map(frozenset, groups))


def alike(one: frozenset[int], other: frozenset[int]) -> bool:
    """Whether the sequences of one text make up much of the other's."""
    shorter = min(len(one), len(other))
    return shorter > 0 and len(one & other) >= NEAR_COPY * shorter


def _belong_together(one: StoredDocument, other: StoredDocument) -> bool:
    """Whether one is a version of the other, came out of it, or both came out of the same file."""
    a, b = one.document, other.document
    family = {a.supersedes, a.superseded_by, a.parent} - {None}
    return b.id in family or a.id in (b.supersedes, b.superseded_by, b.parent) or (a.parent is not None and a.parent == b.parent)


def _shingles(body: str) -> frozenset[int]:
    words = _WORD.findall(body[:_LONGEST].lower())
    if len(words) < _SHINGLE:
        return frozenset([hash(tuple(words))] if words else [])
    return frozenset(hash(tuple(words[at : at + _SHINGLE])) for at in range(len(words) - _SHINGLE + 1))


def _joined(groups: list[set[str]], one: str, other: str) -> list[set[str]]:
    first, second = (next(group for group in groups if name in group) for name in (one, other))
    if first is second:
        return groups
    first |= second
    return [group for group in groups if group is not second]


def _read(documents: TextReader, document_id: str) -> StoredDocument | None:
    try:
        return documents.read(document_id)
    except (DocumentNotFound, UsageError):
        return None
