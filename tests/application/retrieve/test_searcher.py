"""Modes, fallbacks and what a passage says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import Embedder
from desktop.application.retrieve.policy import POLICIES
from desktop.application.retrieve.searcher import Searcher
from desktop.application.settings import SearchSettings
from desktop.domain.errors import Cancelled, CofferError, ModelUnavailable, PackDamaged, WorkerDied
from desktop.domain.intent import Classification, Intent
from desktop.domain.passage import Expansion, Filters, Fusion, Mode, Query, Route, SearchResult
from tests.fakes.documents import names, put
from tests.fakes.embedder import LetterEmbedder
from tests.fakes.known_names import BookOfNames
from tests.fakes.memory_store import MemoryStore
from tests.fakes.pattern_grep import PatternGrep
from tests.fakes.searchable_index import SearchableIndex

Search = Callable[..., SearchResult]


class BrokenEmbedder(LetterEmbedder):
    def __init__(self, error: CofferError) -> None:
        super().__init__()
        self._error = error

    def embed_query(self, text: str) -> bytes:
        raise self._error


@pytest.fixture
def index() -> SearchableIndex:
    filled = SearchableIndex()
    put(filled, "a", "zzz alpha here\n\nalpha alpha", "Title A")
    put(filled, "b", "zzzz zz", "Title B", tags=("case",))
    embedder = LetterEmbedder()
    filled.put_vectors([(each.chunk, embedder.embed_query(each.text)) for each in filled.pending_texts(100)])
    return filled


def searching(index: SearchableIndex, embedder: Embedder | None, *names: tuple[str, ...], second_look: bool = False) -> Search:
    settings = SearchSettings(second_look=second_look)
    searcher = Searcher(index, MemoryStore(), PatternGrep(), embedder, Path(), settings, BookOfNames(*names), lambda: date(2024, 5, 15))

    def search(text: str, mode: Mode, limit: int = 10, filters: Filters | None = None, **asked: Any) -> SearchResult:
        return searcher.search(JobContext(), Query(text, mode, limit, filters or Filters(), **asked))

    return search


@pytest.fixture
def search(index: SearchableIndex) -> Search:
    return searching(index, LetterEmbedder())


def test_a_limit_that_cannot_be_read_is_said_with_what_was_found(search: Search) -> None:
    said = "“before:soon” limits nothing and was looked for as text: a date is written 2024, 2024-05 or 2024-05-31."
    assert search("alpha before:soon", Mode.KEYWORD).notice == said
    assert search("alpha before:2030", Mode.KEYWORD).notice == ""


def test_keyword_hits_carry_their_place_score_and_matches(search: Search) -> None:
    result = search("alpha", Mode.KEYWORD)
    assert names(result.hits) == [("a", 1), ("a", 0)]
    first, second = result.hits
    assert (first.title, first.start, first.end, first.text, first.score) == ("Title A", 16, 27, "alpha alpha", 2.0)
    assert first.matches == ((0, 5), (6, 11))
    assert [second.text[start:end] for start, end in second.matches] == ["alpha"]
    assert {route: (found.rank, found.score) for route, found in second.routes.items()} == {Route.KEYWORD: (2, 1.0)}
    assert (result.fallback, result.notice, result.intent) == (None, "", None)
    assert result.seconds >= 0


def test_vector_hits_rank_by_meaning_and_mark_words_too(search: Search) -> None:
    result = search("zzzzz", Mode.VECTOR)
    assert result.hits[0].document_id == "b"
    assert set(result.hits[0].routes) == {Route.VECTOR}
    assert result.hits[0].score == result.hits[0].routes[Route.VECTOR].score
    assert len(result.hits) == 3


def test_hybrid_fuses_both_by_rank(search: Search, index: SearchableIndex) -> None:
    result = search("zzz alpha", Mode.HYBRID, fusion=Fusion.RRF)
    by_keyword = {(hit.document_id, hit.position): hit.routes[Route.KEYWORD].rank for hit in search("zzz alpha", Mode.KEYWORD).hits}
    by_vector = {(hit.document_id, hit.position): hit.routes[Route.VECTOR].rank for hit in search("zzz alpha", Mode.VECTOR).hits}
    for hit in result.hits:
        place = (hit.document_id, hit.position)
        ranks = [ranking[place] for ranking in (by_keyword, by_vector) if place in ranking]
        assert hit.score == pytest.approx(sum(1 / (60 + rank) for rank in ranks))
        assert len(hit.routes) == len(ranks)
    assert [hit.score for hit in result.hits] == sorted((hit.score for hit in result.hits), reverse=True)


def test_lists_are_deep_enough_before_they_are_fused(search: Search, index: SearchableIndex) -> None:
    index.depths.clear()
    search("alpha", Mode.KEYWORD, limit=7)
    search("alpha", Mode.HYBRID, limit=7)
    search("alpha", Mode.HYBRID, limit=300)
    assert index.depths == [7, 100, 100, 600, 600]
    assert len(search("alpha", Mode.HYBRID, limit=2).hits) == 2


def test_blended_follows_the_policy_of_the_intent(search: Search) -> None:
    result = search("Why alpha", Mode.BLENDED, fusion=Fusion.RRF)
    assert result.intent is not None
    assert (result.intent.intent, result.intent.by) == (Intent.CAUSAL, "the words “why”")
    weights = POLICIES[Intent.CAUSAL].weights
    for hit in result.hits:
        assert hit.score == pytest.approx(sum(weights[route] / (60 + found.rank) for route, found in hit.routes.items()))
        assert set(hit.routes) <= {Route.KEYWORD, Route.VECTOR}
    assert result.notice == ""
    assert result.fallback is None


def test_every_weight_in_use_matters(index: SearchableIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    search = searching(index, LetterEmbedder())

    def order(**weights: float) -> list[tuple[str, int]]:
        policy = POLICIES[Intent.EXPLORATORY]
        changed = {**policy.weights, **{Route(name): weight for name, weight in weights.items()}}
        monkeypatch.setattr("desktop.application.retrieve.planning.POLICIES", {Intent.EXPLORATORY: type(policy)(changed, policy.passages)})
        return names(search("zzz zzz alpha", Mode.BLENDED).hits)

    assert order(keyword=1.0, vector=0.1) != order(keyword=0.1, vector=1.0)
    assert len(order(keyword=1.0, vector=0.0)) <= len(order(keyword=0.0, vector=1.0))


@pytest.mark.parametrize("mode", [Mode.VECTOR, Mode.HYBRID, Mode.BLENDED])
@pytest.mark.parametrize(
    ("embedder", "why"),
    [
        (None, "There is no embedding model."),
        (BrokenEmbedder(ModelUnavailable("The model is damaged.")), "The model is damaged."),
        (BrokenEmbedder(WorkerDied("The embedder ended.")), "The embedder ended."),
    ],
)
def test_without_an_embedder_words_are_searched_and_it_is_said(
    index: SearchableIndex, mode: Mode, embedder: Embedder | None, why: str
) -> None:
    result = searching(index, embedder)("alpha", mode)
    plain = searching(index, embedder)("alpha", Mode.KEYWORD)
    assert (result.hits, result.fallback) == (plain.hits, Mode.KEYWORD)
    assert result.notice == f"{why} These passages were found by their words only."
    assert (result.intent is not None) == (mode is Mode.BLENDED)


def test_before_any_vector_was_made_words_are_searched(index: SearchableIndex) -> None:
    index.vectors.clear()
    result = searching(index, LetterEmbedder())("alpha", Mode.HYBRID)
    assert result.fallback is Mode.KEYWORD
    assert result.notice.startswith("No vectors have been made yet.")
    assert len(result.hits) == 2


def test_while_vectors_are_made_it_is_said_how_many_wait(index: SearchableIndex) -> None:
    put(index, "new", "alpha")
    search = searching(index, LetterEmbedder())
    result = search("alpha", Mode.HYBRID)
    assert result.fallback is None
    assert result.notice == "1 chunk waits for vectors and can so far be found by words only."
    assert ("new", 0) in names(result.hits)
    put(index, "more", "alpha\n\nbeta")
    assert search("alpha", Mode.VECTOR).notice.startswith("3 chunks wait for vectors")
    assert search("alpha", Mode.KEYWORD).notice == ""


def test_the_few_vectors_there_are_do_not_outweigh_words() -> None:
    index, embedder = SearchableIndex(), LetterEmbedder()
    put(index, "a-noise", "zzzz")
    index.put_vectors([(each.chunk, embedder.embed_query(each.text)) for each in index.pending_texts(100)])
    put(index, "b-hit", "alpha")
    result = searching(index, embedder)("alpha", Mode.HYBRID)
    assert names(result.hits) == [("b-hit", 0), ("a-noise", 0)]
    assert [hit.score for hit in result.hits] == [1.0, 0.5]


@pytest.mark.parametrize("mode", list(Mode))
def test_an_empty_query_or_vault_has_no_hits_and_no_excuse(mode: Mode, search: Search, tmp_path: Path) -> None:
    assert (search("  ", mode).hits, search("  ", mode).fallback) == ((), None)
    assert search("alpha", mode, limit=0).hits == ()
    nothing = Searcher(SearchableIndex(), MemoryStore(), PatternGrep(), LetterEmbedder(), tmp_path, SearchSettings())
    result = nothing.search(JobContext(), Query("alpha", mode))
    assert (result.hits, result.fallback) == ((), None)


@pytest.mark.parametrize("mode", [Mode.KEYWORD, Mode.VECTOR, Mode.HYBRID, Mode.BLENDED])
def test_filters_reach_every_route(search: Search, mode: Mode) -> None:
    assert {hit.document_id for hit in search("zzz alpha", mode, filters=Filters(tags=("case",))).hits} == {"b"}


def test_a_chunk_that_went_meanwhile_is_passed_over(index: SearchableIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = index.chunks_of["a"][1][0]
    chunks = index.chunks
    monkeypatch.setattr(index, "chunks", lambda ids: [each for each in chunks(ids) if each.id != gone])
    assert names(searching(index, None)("alpha", Mode.KEYWORD).hits) == [("a", 0)]


def test_cancelled(index: SearchableIndex) -> None:
    cancel = CancelToken()
    cancel.cancel()
    searcher = Searcher(index, MemoryStore(), PatternGrep(), LetterEmbedder(), Path(), SearchSettings())
    for mode in Mode:
        if mode is not Mode.GREP:
            with pytest.raises(Cancelled):
                searcher.search(JobContext(cancel), Query("alpha", mode))


def test_what_is_typed_may_limit_documents_and_what_was_asked_is_said(search: Search) -> None:
    result = search('"zzzz" tag:case alpha', Mode.KEYWORD)
    assert names(result.hits) == [("b", 0)]
    assert result.asked == "all of: “zzzz”; ranked by: alpha…"
    assert search("alpha", Mode.HYBRID).asked == "any of: alpha…"
    assert search("", Mode.KEYWORD).asked == ""


def test_words_of_other_alphabets_are_asked_for_where_that_is_wished(index: SearchableIndex) -> None:
    put(index, "c", "альфа here", "Title C")
    index.spelled_like = {"alpha": ("альфа",)}
    searcher = Searcher(index, MemoryStore(), PatternGrep(), None, Path(), SearchSettings())

    def found(*, transliterate: bool) -> SearchResult:
        return searcher.search(JobContext(), Query("alpha.", Mode.KEYWORD, transliterate=transliterate))

    assert "c" not in {name for name, _ in names(found(transliterate=False).hits)}
    wide = found(transliterate=True)
    assert [hit.text[start:end] for hit in wide.hits if hit.document_id == "c" for start, end in hit.matches] == ["альфа"]
    assert wide.asked == "any of: (alpha or “альфа”)"


def test_a_searcher_can_be_made_ready_for_many_queries(index: SearchableIndex) -> None:
    searcher = Searcher(index, MemoryStore(), PatternGrep(), None, Path(), SearchSettings())
    assert searcher.vectors() == 3
    assert searcher.prepare(JobContext()) == 0
    assert index.held == 1


def test_where_vectors_were_searched_is_told(search: Search) -> None:
    assert "vectors: in a list" in search("alpha", Mode.VECTOR).details
    assert not any(line.startswith("vectors") for line in search("alpha", Mode.KEYWORD).details)


@pytest.fixture
def dated() -> SearchableIndex:
    """The same words on four days."""
    filled = SearchableIndex()
    for name, published in (("a2019", "2019-01-05"), ("b2022", "2022-04"), ("c2023", "2023-07-01"), ("d", None)):
        put(filled, name, "alpha beacon", published=published, imported_at="2024-03-02T08:00:00Z")
    return filled


def test_the_temporal_route_finds_what_was_published_when_the_query_says_else_imported(dated: SearchableIndex) -> None:
    search = searching(dated, None)
    spring = search("when was the alpha beacon used in spring 2022?", Mode.BLENDED)
    assert names(spring.hits)[0] == ("b2022", 0)
    assert spring.hits[0].routes[Route.TEMPORAL].why == "dated 2022-04, within 2022-03-01 to 2022-05-31"
    assert Route.TEMPORAL not in spring.hits[1].routes
    assert "time: in spring 2022 (2022-03-01 to 2022-05-31)" in spring.details
    since = search("when was alpha beacon seen since January 2024", Mode.BLENDED)
    assert [hit.document_id for hit in since.hits if Route.TEMPORAL in hit.routes] == ["d"]


def test_the_newest_come_first_on_the_temporal_route_where_they_are_asked_for(dated: SearchableIndex) -> None:
    result = searching(dated, None)("latest alpha beacon", Mode.BLENDED)
    by_date = sorted(result.hits, key=lambda hit: hit.routes[Route.TEMPORAL].rank)
    assert [hit.document_id for hit in by_date] == ["d", "c2023", "b2022", "a2019"]
    assert by_date[0].routes[Route.TEMPORAL].why == "dated 2024-03-02, newest first"
    limited = searching(dated, None)("latest alpha beacon since 2023", Mode.BLENDED, filters=Filters(until="2023-12-31"))
    assert [hit.document_id for hit in limited.hits if Route.TEMPORAL in hit.routes] == ["c2023"]


def test_what_is_named_is_found_by_all_its_names_and_seen_and_taken_back(index: SearchableIndex) -> None:
    put(index, "c", "sofacy struck")
    search = searching(index, None, ("APT28", "Sofacy"))
    result = search("APT28", Mode.BLENDED)
    assert names(result.hits) == [("c", 0)]
    assert result.expansions == (Expansion("APT28", ("Sofacy",)),)
    assert result.hits[0].routes[Route.ENTITY].why == "holds any of: “APT28”, “Sofacy”"
    assert "also for APT28: Sofacy" in result.details
    assert search("APT28", Mode.BLENDED, unwidened=frozenset({"APT28"})).hits == ()


def test_syntax_gives_no_intent_away(search: Search) -> None:
    assert search("alpha before:2024", Mode.BLENDED).intent == search("alpha", Mode.BLENDED).intent


def test_waking_reads_the_names_and_loads_the_model_and_a_model_that_is_missing_is_left_to_the_searches(index: SearchableIndex) -> None:
    asked: list[str] = []

    class Names:
        def other_names(self, name: str) -> tuple[str, ...]:
            asked.append(name)
            return ()

        def disputed_names(self, name: str) -> tuple[str, ...]:
            return ()

    for embedder in (LetterEmbedder(), BrokenEmbedder(ModelUnavailable("The model is damaged.")), None):
        searcher = Searcher(index, MemoryStore(), PatternGrep(), embedder, Path(), SearchSettings(), Names())
        searcher.wake(JobContext())
    assert asked == ["APT28"] * 3


def test_what_the_query_itself_limits_is_told_apart_from_the_filters(search: Search) -> None:
    result = search("alpha tag:case type:PDF before:2024", Mode.KEYWORD, filters=Filters(tags=("other",)))
    assert result.typed == Filters(until="2023-12-31", tags=("case",), formats=("pdf",))


def test_a_name_may_hold_what_is_syntax_elsewhere(index: SearchableIndex) -> None:
    put(index, "c", "bitpaymer struck")
    result = searching(index, None, ("Pay OR Grief", "BitPaymer"))("Pay OR Grief", Mode.BLENDED)
    assert result.expansions == (Expansion("Pay OR Grief", ("BitPaymer",)),)
    assert names(result.hits) == [("c", 0)]


def test_a_damaged_pack_costs_the_other_names_and_not_the_search(index: SearchableIndex) -> None:
    class Damaged:
        def other_names(self, name: str) -> tuple[str, ...]:
            raise PackDamaged("The pack is damaged.")

        disputed_names = other_names

    searcher = Searcher(index, MemoryStore(), PatternGrep(), LetterEmbedder(), Path(), SearchSettings(), Damaged())
    result = searcher.search(JobContext(), Query("alpha", Mode.BLENDED))
    assert names(result.hits)
    assert result.notice.startswith("The pack is damaged. Other names of what is named were not looked for.")


def test_meaning_counts_little_where_a_query_is_all_names(index: SearchableIndex) -> None:
    search = searching(index, LetterEmbedder(), ("alpha", "omega"))
    vector = POLICIES[Intent.EXPLORATORY].weights[Route.VECTOR]
    assert f"vector {vector * 0.1:.2g}" in search("alpha", Mode.BLENDED).details[0]
    assert f"vector {vector:.2g}" in search("alpha", Mode.BLENDED, unwidened=frozenset({"alpha"})).details[0]


def test_meaning_counts_little_for_an_indicator_which_has_none(search: Search) -> None:
    assert "weights: keyword 1, vector 0.1" in search("hxxp://evil[.]com/a CVE-2024-1234", Mode.HYBRID).details
    assert "weights: keyword 1, vector 0.5" in search("alpha evil.com", Mode.HYBRID).details
    assert "weights: vector 1" in search("evil.com", Mode.VECTOR).details


def test_a_sentence_that_tells_something_is_sought_by_meaning_more_than_by_what_it_names(index: SearchableIndex) -> None:
    search = searching(index, LetterEmbedder(), ("Alpha", "Omega"))
    told = "the Alpha crew wrote a loader to the startup folder and started it at logon"
    chosen = {"intent": Intent.FACTUAL}
    assert search(told, Mode.BLENDED, **chosen).details[0] == "weights: keyword 0.3, vector 0.32, entity 0.087, graph 0.025"
    assert search(f"{told}?", Mode.BLENDED, **chosen).details[0] == "weights: keyword 0.3, vector 0.26, entity 0.7, graph 0.2"
    assert any(line.startswith("names: ") for line in search(told, Mode.BLENDED, **chosen).details)
    assert search(told, Mode.HYBRID).details[0] == "weights: keyword 1, vector 1.2"
    assert search(f"{told}?", Mode.HYBRID).details[0] == "weights: keyword 1, vector 1"


def test_a_name_alone_asks_for_an_overview_and_with_other_words_for_what_they_say(index: SearchableIndex) -> None:
    search = searching(index, LetterEmbedder(), ("alpha", "omega"))
    assert search("Alpha", Mode.BLENDED).intent == Classification(Intent.EXPLORATORY, 0.9, "a name alone")
    asked = search("when did Alpha start", Mode.BLENDED).intent
    assert asked is not None
    assert asked.intent is Intent.TEMPORAL


def test_routes_can_be_switched_off_and_the_intent_chosen(search: Search) -> None:
    without = search("zzz alpha", Mode.BLENDED, routes_off=frozenset({Route.VECTOR, Route.GRAPH}))
    assert {route for hit in without.hits for route in hit.routes} == {Route.KEYWORD}
    assert without.notice == ""
    assert search("alpha", Mode.HYBRID, routes_off=frozenset({Route.KEYWORD})).hits[0].routes.keys() == {Route.VECTOR}
    assert search("alpha", Mode.BLENDED, routes_off=frozenset(Route)).hits == ()
    chosen = search("why alpha", Mode.BLENDED, intent=Intent.FACTUAL).intent
    assert chosen is not None
    assert (chosen.intent, chosen.by) == (Intent.FACTUAL, "chosen by hand")


def test_the_fusion_of_a_query_goes_before_that_of_the_settings(search: Search) -> None:
    shares, ranks, scores = (search("zzz alpha", Mode.HYBRID, fusion=fusion) for fusion in Fusion)
    assert shares == replace(search("zzz alpha", Mode.HYBRID), seconds=shares.seconds)
    assert ("fusion: rrf" in ranks.details, "fusion: minmax" in scores.details) == (True, True)
    assert max(hit.score for hit in ranks.hits) < max(hit.score for hit in scores.hits)


def test_meaning_counts_as_far_as_the_embedder_reads_the_query(index: SearchableIndex) -> None:
    embedder = LetterEmbedder()
    embedder.languages = ("en",)
    search = searching(index, embedder)
    assert "weights: keyword 1, vector 1" in search("alpha", Mode.HYBRID).details
    half = search("zzzz альф", Mode.HYBRID).details
    assert "weights: keyword 1, vector 0.5" in half
    assert "meaning: counts less, because the embedding model reads en only" in half
    assert "weights: keyword 1, vector 0.1" in search("恶意软件", Mode.HYBRID).details
    assert "weights: vector 1" in search("恶意软件", Mode.VECTOR).details
    assert "weights: keyword 1, vector 1" in searching(index, LetterEmbedder())("恶意软件", Mode.HYBRID).details


def test_every_hit_says_why_and_how_many_more_its_document_has(search: Search) -> None:
    first, second, third = search("zzz alpha", Mode.HYBRID).hits
    assert [(hit.document_id, hit.more) for hit in (first, second, third)].count(("a", 1)) == 2
    assert all(found.why for hit in (first, second, third) for found in hit.routes.values())
    assert search("alpha", Mode.HYBRID, limit=1).hits[0].more == 1
    assert search("alpha", Mode.KEYWORD).hits[0].routes[Route.KEYWORD].why == "words: alpha"


@pytest.mark.parametrize("text", ["zzz NOT alpha", "zzz -alpha", "zzz AND NOT alpha"])
@pytest.mark.parametrize("mode", [Mode.KEYWORD, Mode.VECTOR, Mode.HYBRID, Mode.BLENDED])
def test_no_route_brings_what_must_not_be_found(search: Search, mode: Mode, text: str) -> None:
    assert names(search("zzz", mode).hits)[-1][0] == "a" or mode is Mode.KEYWORD
    assert names(search(text, mode).hits) == [("b", 0)]


@pytest.mark.parametrize("mode", [Mode.KEYWORD, Mode.VECTOR, Mode.HYBRID, Mode.BLENDED])
def test_no_route_brings_what_has_another_title(mode: Mode) -> None:
    index, embedder = SearchableIndex(), LetterEmbedder()
    put(index, "inside", "zzz alpha", "Injected code")
    put(index, "outside", "zzz injected alpha", "Other things")
    index.put_vectors([(each.chunk, embedder.embed_query(each.text)) for each in index.pending_texts(10)])
    search = searching(index, embedder)
    assert names(search("title:injected zzz", mode).hits) == [("inside", 0)]
    assert names(search("title:injected NOT alpha", mode).hits) == []


def test_what_must_not_be_found_gives_neither_a_meaning_nor_names(index: SearchableIndex) -> None:
    result = searching(index, LetterEmbedder(), ("alpha", "zz"))("zzz NOT alpha", Mode.BLENDED)
    assert result.expansions == ()


def test_where_only_meaning_answers_it_is_said(search: Search) -> None:
    said = "Nothing holds what was asked for: these passages are only near in meaning."
    assert [search("qqq", mode).notice for mode in (Mode.HYBRID, Mode.BLENDED, Mode.VECTOR)] == [said, said, ""]
    assert search("alpha", Mode.BLENDED).notice == ""
    assert search('"alpha qqq"', Mode.BLENDED).notice == said


def test_what_must_not_be_found_does_not_take_the_place_of_the_rest() -> None:
    index, embedder = SearchableIndex(), LetterEmbedder()
    put(index, "many", "\n\n".join(f"zzz alpha {number}" for number in range(150)), "Many")
    put(index, "rest", "yyyyz", "Rest")
    index.put_vectors([(each.chunk, embedder.embed_query(each.text)) for each in index.pending_texts(200)])
    assert names(searching(index, embedder)("zzz NOT alpha", Mode.VECTOR).hits) == [("rest", 0)]
