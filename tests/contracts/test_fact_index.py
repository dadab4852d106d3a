"""What every FactIndex does, on the fake and on SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.fact_index import SqliteFactIndex
from desktop.application.ports import FactIndex, FactQuery, FactState, StoredFact
from desktop.domain.chunk import Chunk
from desktop.domain.fact import Fact, FactSource, FactStatus, FactView
from desktop.domain.marking import Marking
from tests.fakes.documents import STAMP
from tests.fakes.memory_facts import MemoryFactIndex

AT = "2026-12-01T08:00:00Z"


@pytest.fixture(params=["memory", "sqlite"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FactIndex]:
    if request.param == "memory":
        yield MemoryFactIndex()
        return
    database = Database(tmp_path / "coffer.db")
    yield SqliteFactIndex(database)
    database.close()


def put(index: FactIndex, name: str, text: str = "Text.", **fields: Any) -> Fact:
    fact = Fact(**{"id": name, "name": name.title(), "created_at": AT, "updated_at": AT, **fields})
    index.put([(StoredFact(fact, text, 0, f"sha-{name}"), STAMP, [Chunk(0, 0, len(text), text)])])
    return fact


def ids(index: FactIndex, **query: Any) -> list[str]:
    asked = FactQuery(**{"sort": "id", "descending": False, "today": "2026-12-01", **query})
    assert index.count(asked) == len(index.rows(asked))
    return [row.fact.id for row in index.rows(asked)]


def test_a_fact_comes_back_as_it_was_put(index: FactIndex) -> None:
    source = FactSource("report", 1, 4, "eel")
    fact = put(index, "one", description="said", tlp=Marking.RED, grade="B2", sources=(source,), tags=("a", "b"), negated=True, subject="x",
               relationship="uses", object="y", kept_with=("two",), valid_from="2024", actor="Ana", confidence="likely")  # fmt: skip
    assert index.rows(FactQuery())[0].fact == fact
    assert index.states() == {"one": FactState(STAMP, "sha-one")}
    assert index.listed() == [("one", "One", "said")]
    assert (index.citing(["report"]), index.citing(["other"]), len(index.anchors("one"))) == (("one",), (), 1)
    assert index.tags() == ("a", "b")
    index.remove(["one", "unknown"])
    assert (index.states(), ids(index, view=FactView.ALL)) == ({}, [])


def test_views_part_the_facts(index: FactIndex) -> None:
    put(index, "current")
    put(index, "due", valid_until="2026-11-30")
    put(index, "old", superseded_by="current")
    put(index, "proposed", status=FactStatus.PROPOSED)
    put(index, "rejected", status=FactStatus.REJECTED)
    assert ids(index) == ["current", "due"]
    assert ids(index, view=FactView.DUE) == ["due"]
    assert ids(index, view=FactView.SUPERSEDED) == ["old"]
    assert ids(index, view=FactView.PROPOSED) == ["proposed"]
    assert ids(index, view=FactView.REJECTED) == ["rejected"]
    assert len(ids(index, view=FactView.ALL)) == 5
    assert ids(index, view=FactView.CONTRADICTED) == ids(index, view=FactView.UNSUPPORTED) == []


def test_contradictions_are_grouped_and_denials_are_first(index: FactIndex) -> None:
    edge = {"relationship": "attributed-to", "object": "GRU"}
    put(index, "gru", subject="Heron", **edge)
    put(index, "svr", subject="heron", **{**edge, "object": "SVR"})
    put(index, "otter", subject="Otter", **edge)
    put(index, "not-otter", subject="Otter", negated=True, **edge)
    put(index, "alone", subject="Fox", **edge)
    assert [{each.id for each in group} for group in index.disputes(10)][-1] in ({"gru", "svr"}, {"otter", "not-otter"})
    assert ids(index, view=FactView.CONTRADICTED) == ["gru", "not-otter", "otter", "svr"]
    assert [each.id for each in index.beside("HERON", "attributed-to")] in (["gru", "svr"], ["svr", "gru"])
    put(index, "svr", subject="heron", kept_with=("gru",), **{**edge, "object": "SVR"})
    assert ids(index, view=FactView.CONTRADICTED) == ["not-otter", "otter"]


def test_who_uses_two_things_does_not_contradict_himself_unless_he_does_not_use_one(index: FactIndex) -> None:
    put(index, "one", subject="Heron", relationship="uses", object="Kettle")
    put(index, "two", subject="Heron", relationship="uses", object="Spade")
    assert ids(index, view=FactView.CONTRADICTED) == []
    put(index, "not", subject="Heron", relationship="uses", object="spade", negated=True)
    assert ids(index, view=FactView.CONTRADICTED) == ["not", "two"]


def test_rows_are_sorted_and_paged(index: FactIndex) -> None:
    for number, name in enumerate("cab"):
        put(index, name, updated_at=f"2026-12-0{number + 1}T08:00:00Z")
    assert [row.fact.id for row in index.rows(FactQuery())] == ["b", "a", "c"]
    assert [row.fact.id for row in index.rows(FactQuery(sort="name", descending=False, offset=1, limit=1))] == ["b"]
