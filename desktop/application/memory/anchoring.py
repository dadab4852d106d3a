"""Keeps where the quotes of sources stand today."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.application.ports import FactIndex, StaleSource, TextReader
from desktop.domain.errors import DocumentNotFound, UsageError
from desktop.domain.fact import Anchor, FactSource, QuoteState
from desktop.domain.quoting import find_quote

_TOGETHER = 500


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
