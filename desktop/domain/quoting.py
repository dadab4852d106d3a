"""Where the quote of a source stands today."""

from __future__ import annotations

import re

from desktop.domain.fact import Anchor, FactSource, QuoteState


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
