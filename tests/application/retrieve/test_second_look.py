"""What a second look moves up, each signal by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop.application.retrieve import second_look
from desktop.application.retrieve.fusion import FusedChunk
from desktop.application.retrieve.intent import IntentClassifier
from desktop.application.retrieve.planning import Plan, Planner
from desktop.application.retrieve.second_look import SecondLook
from desktop.application.settings import SearchSettings
from desktop.domain.passage import Mode, Query, Route
from tests.fakes.documents import names, put, unit
from tests.fakes.known_names import BookOfNames
from tests.fakes.searchable_index import SearchableIndex

WEIGHTS = {Route.KEYWORD: 1.0, Route.VECTOR: 1.0}


def a_plan(index: SearchableIndex, text: str, *names: tuple[str, ...]) -> Plan:
    planner = Planner(index, SearchSettings(), BookOfNames(*names), IntentClassifier())
    return planner.plan(Query(text, Mode.BLENDED))


def fused(index: SearchableIndex, *scores: float) -> list[FusedChunk]:
    """Every chunk of the index in its order, with these scores."""
    every = [(number, name, chunk) for name, chunks in index.chunks_of.items() for number, chunk in chunks]
    return [FusedChunk(number, name, chunk.position, score) for (number, name, chunk), score in zip(every, scores, strict=True)]


def test_more_of_the_telling_words_lift_a_passage() -> None:
    index = SearchableIndex()
    put(index, "a", "beacon beacon")
    put(index, "b", "the beacon of a loader")
    found = SecondLook(index).look(fused(index, 1.0, 0.95), a_plan(index, "the beacon loader"), WEIGHTS, None)
    assert names(found.chunks) == [("b", 0), ("a", 0)]
    assert found.chunks[0].score == pytest.approx(0.95 + 2 * second_look.WORDS)
    assert found.chunks[0].signals == ("holds all words",)
    assert found.chunks[1].signals == ()


def test_words_are_told_in_texts_of_any_script_and_within_longer_ones_they_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    index = SearchableIndex()
    put(index, "a", "unloader, 3loader", "x")
    put(index, "b", "Loaders: ЗАГРУЗЧИК", "x")
    put(index, "c", "a “loader”", "x")
    monkeypatch.setattr(second_look, "TITLE", 0.0)
    found = SecondLook(index).look(fused(index, 1.0, 1.0, 1.0), a_plan(index, "загрузчик loader"), {Route.KEYWORD: 1.0}, None)
    b, c, a = found.chunks
    assert [each.document_id for each in (b, c, a)] == ["b", "c", "a"]
    assert b.score == pytest.approx(1.0 + second_look.WORDS)
    assert b.score > c.score > a.score == 1.0


def test_a_title_that_the_query_names_lifts_its_passages_one_that_is_half_named_hardly() -> None:
    index = SearchableIndex()
    put(index, "a", "x", "Other things")
    put(index, "b", "y", "Process Injection")
    put(index, "c", "z", "Process Discovery")
    found = SecondLook(index).look(fused(index, 1.0, 0.95, 0.6), a_plan(index, "injected by process injection"), WEIGHTS, None)
    assert [each.document_id for each in found.chunks] == ["b", "a", "c"]
    assert "its title is named" in found.chunks[0].signals


def test_what_is_near_the_first_hits_is_lifted_as_far_as_vectors_count() -> None:
    index = SearchableIndex()
    for name in ("a", "b", "c"):
        put(index, name, "nothing")
    numbers = [each.chunk for each in fused(index, 3, 2, 1)]
    index.put_vectors([(numbers[0], unit(1, 0)), (numbers[1], unit(0, 1)), (numbers[2], unit(1, 0.1))])
    listed = fused(index, 1.0, 0.4, 0.35)
    plan = a_plan(index, "zzz")
    look = SecondLook(index).look
    assert [each.document_id for each in look(listed, plan, WEIGHTS, unit(1, 0)).chunks] == ["a", "c", "b"]
    assert [each.document_id for each in look(listed, plan, {Route.KEYWORD: 1.0, Route.VECTOR: 0.0}, unit(1, 0)).chunks] == ["a", "b", "c"]
    assert [each.document_id for each in look(listed, plan, WEIGHTS, None).chunks] == ["a", "b", "c"]


@pytest.mark.parametrize("signal", ["WORDS", "TITLE", "NEARNESS"])
def test_each_signal_moves_a_ranking(signal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    index = SearchableIndex()
    put(index, "a", "nothing", "Else")
    put(index, "b", "beacon" if signal == "WORDS" else "nothing", "Beacon" if signal == "TITLE" else "Else")
    first, second = fused(index, 1.0, 0.98)
    index.put_vectors([(first.chunk, unit(0, 1)), (second.chunk, unit(1, 0))])
    for other in {"WORDS", "TITLE", "NEARNESS"} - {signal}:
        monkeypatch.setattr(second_look, other, 0.0)
    found = SecondLook(index).look([first, second], a_plan(index, "beacon"), WEIGHTS, unit(1, 0))
    assert [each.document_id for each in found.chunks] == ["b", "a"]
    monkeypatch.setattr(second_look, signal, 0.0)
    assert [each.document_id for each in SecondLook(index).look([first, second], a_plan(index, "beacon"), WEIGHTS, unit(1, 0)).chunks] == [
        "a",
        "b",
    ]


def test_a_name_that_has_others_need_not_stand_there_itself() -> None:
    index = SearchableIndex()
    put(index, "a", "sofacy beacon")
    found = SecondLook(index).look(fused(index, 1.0), a_plan(index, "APT28 beacon", ("APT28", "Sofacy")), WEIGHTS, None)
    assert found.chunks[0].signals == ("holds all words",)


def test_only_the_first_are_looked_at_and_those_that_have_gone_stay_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_look, "LOOKED_AT", 2)
    index = SearchableIndex()
    for name in ("a", "b", "c"):
        put(index, name, "beacon")
    gone = replace(fused(index, 3, 2, 1)[0], chunk=10_000)
    listed = [gone, *fused(index, 3, 2, 1)[1:]]
    found = SecondLook(index).look(listed, a_plan(index, "beacon"), WEIGHTS, None)
    assert [each.document_id for each in found.chunks] == ["a", "b", "c"]
    assert set(found.texts) == {listed[1].chunk}
    assert found.chunks[2].signals == ()


def test_nothing_to_look_at() -> None:
    index = SearchableIndex()
    assert SecondLook(index).look([], a_plan(index, "beacon"), WEIGHTS, unit(1, 0)).chunks == []
