"""Edges that the analyst rejected, and those that a fact asserts."""

from __future__ import annotations

import pytest

from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.fact_index import SqliteFactIndex
from desktop.adapters.sqlite.graph_reader import SqliteGraphReader
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.application.job import CancelToken
from desktop.application.ports import StoredFact
from desktop.domain.fact import Fact, FactStatus
from desktop.domain.graph import EdgeQuery
from tests.fakes.documents import STAMP, paragraphs
from tests.fakes.extractions import APT28, HEADLACE, put_extracted

TEXT = "It is not so."


def put_fact(database: Database, status: FactStatus, subject: str = APT28.id, thing: str = HEADLACE.id) -> None:
    at = "2026-01-01T00:00:00Z"
    fact = Fact("no", "No", at, at, subject=subject, relationship="uses", object=thing, status=status)
    SqliteFactIndex(database).put([(StoredFact(fact, TEXT, 0, "sha"), STAMP, paragraphs(TEXT))])


@pytest.mark.parametrize(("status", "edges"), [(FactStatus.REJECTED, 0), (FactStatus.PROPOSED, 1), (FactStatus.ACCEPTED, 1)])
def test_a_rejected_edge_counts_no_more_whatever_states_it(database: Database, status: FactStatus, edges: int) -> None:
    put_extracted(SqliteIndexWriter(database), "one", "APT28 uses Headlace.")
    put_fact(database, status)
    graph = SqliteGraphReader(database)
    assert len(graph.edges([APT28.id], EdgeQuery())) == graph.count_edges([APT28.id], EdgeQuery()) == edges
    assert len(graph.reach([APT28.id], 2, EdgeQuery(), CancelToken())) == edges


@pytest.mark.parametrize(
    ("subject", "thing", "edges"),
    [
        ("fancy-bear", "HEADLACE", 0),
        ("intrusion-set:apt 28", HEADLACE.id, 0),
        ("Tsar Team", "Headlace", 1),
        ("Sandworm", "Headlace", 1),
        (APT28.id, "malware:nothing", 1),
    ],
)
def test_a_rejection_may_name_the_two_by_any_undisputed_name(database: Database, subject: str, thing: str, edges: int) -> None:
    put_extracted(SqliteIndexWriter(database), "one", "APT28 uses Headlace. Sandworm was seen.")
    put_fact(database, FactStatus.REJECTED, subject, thing)
    assert len(SqliteGraphReader(database).edges([APT28.id], EdgeQuery())) == edges


def test_a_fact_whose_status_changed_waits_for_extraction_though_its_text_is_the_same(database: Database) -> None:
    put_fact(database, FactStatus.PROPOSED)
    reader = SqliteIndexReader(database)
    assert reader.count_unextracted() == 0
    put_fact(database, FactStatus.ACCEPTED)
    assert reader.unextracted(9) == ("memory/no",)
