"""What is taken for a provider's vectors by its marking is what the gate lets out: otherwise one refusal would keep all others waiting."""

from __future__ import annotations

import pytest

from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.fact_index import SqliteFactIndex
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.application.gate import MarkingGate
from desktop.application.ports import StoredFact
from desktop.application.settings import MarkingSettings
from desktop.domain.chunk import Chunk
from desktop.domain.fact import Fact, FactSource
from desktop.domain.leaving import Exit, Outgoing
from desktop.domain.marking import Marking
from tests.fakes.documents import STAMP, put

AT = "2026-12-01T08:00:00Z"


def put_fact(index: SqliteFactIndex, name: str, source: str) -> None:
    fact = Fact(id=name, name=name, created_at=AT, updated_at=AT, tlp=Marking.CLEAR, sources=(FactSource(source, 0, 1, "x"),))
    index.put([(StoredFact(fact, "Text.", 0, f"sha-{name}"), STAMP, [Chunk(0, 0, 5, "Text.")])])


@pytest.fixture
def index(database: Database, writer: SqliteIndexWriter) -> SqliteFactIndex:
    """Facts taken from an open and a closed report, from those facts, from nothing that is there, and from each other."""
    put(writer, "open", "x", tlp=Marking.CLEAR)
    put(writer, "closed", "x", tlp=Marking.RED)
    index = SqliteFactIndex(database)
    sources = {"of-open": "open", "of-closed": "closed", "of-nothing": "gone", "ring-1": "memory/ring-2", "ring-2": "memory/ring-1"}
    sources |= {"far-open": "memory/of-open", "far-closed": "memory/of-closed", "farther-closed": "memory/far-closed"}
    for name, source in sources.items():
        put_fact(index, name, source)
    return index


def test_what_waits_for_a_provider_is_what_the_gate_lets_out(index: SqliteFactIndex, reader: SqliteIndexReader) -> None:
    gate = MarkingGate(index, MarkingSettings(remote_max=Marking.CLEAR))
    every = [each.document_id for each in reader.pending_texts(100)]
    given = [each.document_id for each in reader.pending_texts(100, Marking.CLEAR)]
    assert given == ["open", "memory/of-open", "memory/ring-1", "memory/ring-2", "memory/far-open"]
    assert given == [each for each in every if gate.examine(Exit.REMOTE, [Outgoing(each, (each,))]).complete]
