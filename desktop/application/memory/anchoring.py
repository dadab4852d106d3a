"""Where the quote of a source stands today."""

from __future__ import annotations

import re
from collections.abc import Sequence

from desktop.application.ports import FactIndex, StaleSource, TextReader
from desktop.domain.errors import DocumentNotFound, UsageError
from desktop.domain.fact import Anchor, FactSource, QuoteState

_TOGETHER = 500


def find_quote(source: FactSource, body: str) -> Anchor:
    """The quote where it stood, else the nearest place where the same words stand, however they are broken into lines."""
    if body[source.start : source.end] == source.quote:
        return Anchor(QuoteState.THERE, source.start, source.end)
    words = source.quote.split()
    if not words:
        return Anchor(QuoteState.CHANGED)
    pattern = re.compile(r"\s+".join(map(re.escape, words)))
    places = [match.span() for match in pattern.finditer(body)]
    if not places:
        return Anchor(QuoteState.CHANGED)
    start, end = min(places, key=lambda place: (abs(place[0] - source.start), place))
    return Anchor(QuoteState.MOVED, start, end)


class Anchoring:
    """Looks for quotes again whose documents changed, came or went since they were last sought."""

    def __init__(self, index: FactIndex, documents: TextReader) -> None:
        self._index = index
        self._documents = documents

    def refresh(self) -> frozenset[str]:
        """Bring all anchors up to date; returns the facts that were looked at."""
        seen: set[str] = set()
        while stale := self._index.stale_sources(_TOGETHER):
            self._index.put_anchors(self.place(stale))
            seen.update(each.fact_id for each in stale)
        return frozenset(seen)

    def place(self, stale: Sequence[StaleSource]) -> list[tuple[StaleSource, Anchor]]:
        """Where the quotes of these sources stand today."""
        bodies: dict[str, str | None] = {}
        for each in stale:
            if each.source.document not in bodies:
                bodies[each.source.document] = self._body(each)
        return [(each, _anchor(each.source, bodies[each.source.document])) for each in stale]

    def _body(self, stale: StaleSource) -> str | None:
        if stale.document_sha256 is None:
            return None
        try:
            return self._documents.read(stale.source.document).body
        except (DocumentNotFound, UsageError):
            return None


def _anchor(source: FactSource, body: str | None) -> Anchor:
    return Anchor(QuoteState.GONE) if body is None else find_quote(source, body)
