"""What is said of what was found."""

from __future__ import annotations

from desktop.domain.passage import Mode, Passage, Route, RouteScore, SearchResult
from desktop.ui.models.search_words import summary_words


def found(*routes: Route) -> Passage:
    return Passage("a", "A", 0, None, 0, 1, "x", 1.0, {route: RouteScore(1, 1.0) for route in routes})


def test_what_is_only_near_in_meaning_is_told_from_what_holds_what_was_asked() -> None:
    mixed = (found(Route.KEYWORD, Route.VECTOR), found(Route.VECTOR), found(Route.VECTOR))
    said = [summary_words(SearchResult("q", Mode.BLENDED, hits, 0.25)) for hits in (mixed, mixed[:1], mixed[1:], ())]
    assert said == [
        "3 passages in 1 document, 2 only near in meaning · 0.25 s · blended",
        "1 passage in 1 document · 0.25 s · blended",
        "2 passages in 1 document · 0.25 s · blended",
        "No passage · 0.25 s · blended",
    ]
