"""Why a document that was expected is not among the hits."""

from __future__ import annotations

import pytest

from desktop.application.job import JobContext
from desktop.domain.errors import DocumentNotFound, UsageError
from desktop.domain.passage import Filters, Mode, Query, Route
from desktop.domain.why import RouteStanding, WhyNot
from tests.fakes.embedder import LetterEmbedder
from tests.fakes.search_desk import DeskVault


@pytest.fixture
def vault() -> DeskVault:
    filled = DeskVault(("APT28", "Sofacy"), embedder=LetterEmbedder())
    filled.put("first", "beacon beacon beacon")
    filled.put("second", "beacon", tags=("case",))
    filled.put("third", "zzzz zzzz")
    return filled


def explain(vault: DeskVault, text: str, document: str, mode: Mode = Mode.KEYWORD, **asked: object) -> WhyNot:
    return vault.desk.why.explain(JobContext(), Query(text, mode, **asked), document)  # type: ignore[arg-type]


def by(told: WhyNot, route: Route) -> RouteStanding:
    return next(each for each in told.routes if each.route is route)


def test_a_document_that_is_shown_says_its_place(vault: DeskVault) -> None:
    told = explain(vault, "beacon.", "second")
    assert (told.rank, told.document_rank, told.shown) == (2, 2, True)
    assert told.sentences[0] == "It is shown: number 2 of the passages, number 2 of the documents."
    assert told.passage is not None
    assert told.passage.text == "beacon"


def test_one_below_the_page_says_how_far(vault: DeskVault) -> None:
    told = explain(vault, "beacon.", "second", limit=1)
    assert (told.rank, told.shown) == (2, False)
    assert told.sentences[0] == "It is ranked 2 among passages and 2 among documents; the search shows 1."
    standing = by(told, Route.KEYWORD)
    assert (standing.rank, standing.looked, standing.score, standing.best) == (2, 2, 1.0, 3.0)
    assert standing.said == "By words its best passage is number 2 of the 2 best."


def test_a_filter_that_keeps_it_out_is_named(vault: DeskVault) -> None:
    told = explain(vault, "beacon tag:case", "first", filters=Filters(since="2024-01-01"))
    assert told.excluded_by == ("tagged case",)
    assert told.sentences[0] == "It is kept out by filters: only what is tagged case was searched."
    assert told.rank is None
    assert told.passage is not None


def test_words_that_it_lacks_are_named_and_those_it_holds(vault: DeskVault) -> None:
    told = explain(vault, "beacon smb.", "second")
    assert (told.present, told.absent) == (("beacon",), ("smb",))
    assert "These words of the query stand nowhere in it: smb." in told.sentences
    required = explain(vault, '"named pipe" beacon.', "second")
    assert "It lacks what the query requires: “named pipe”." in required.sentences


def test_a_name_is_held_under_any_of_its_names(vault: DeskVault) -> None:
    vault.put("fourth", "Sofacy struck")
    told = explain(vault, "APT28 struck.", "fourth", Mode.BLENDED)
    assert (told.present, told.absent) == (("APT28", "struck"), ())


def test_every_route_has_its_say(vault: DeskVault) -> None:
    told = explain(vault, "what beacon", "third", Mode.BLENDED)
    said = {each.route: each.said for each in told.routes}
    assert said[Route.KEYWORD] == "By words it was not found at all."
    assert said[Route.VECTOR] == "By meaning its best passage is number 3 of the 3 best."
    assert said[Route.ENTITY] == "By names nothing was looked for: the query names nothing that is known under several names."
    assert "By time nothing was looked for: the query says nothing about time." in said.values()


def test_the_ranks_are_those_of_the_search_itself(vault: DeskVault) -> None:
    for mode in (Mode.KEYWORD, Mode.VECTOR, Mode.HYBRID, Mode.BLENDED):
        hits = vault.searcher.search(JobContext(), Query("zzzz beacon", mode)).hits
        assert [explain(vault, "zzzz beacon", hit.document_id, mode).rank for hit in hits] == list(range(1, len(hits) + 1))


def test_a_route_that_is_off_says_so(vault: DeskVault) -> None:
    told = explain(vault, "beacon", "second", Mode.HYBRID, routes_off=frozenset({Route.VECTOR}))
    assert Route.VECTOR not in {each.route for each in told.routes}


def test_grep_ranks_nothing_and_a_document_must_be_there(vault: DeskVault) -> None:
    with pytest.raises(UsageError):
        explain(vault, "beacon", "first", Mode.GREP)
    with pytest.raises(DocumentNotFound):
        explain(vault, "beacon", "nowhere")
