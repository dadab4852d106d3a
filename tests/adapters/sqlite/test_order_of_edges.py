"""The order of what is equally good, which an index made anew out of the same documents gives again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from desktop.adapters.sqlite import graph_statements
from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.graph_reader import SqliteGraphReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.application.job import CancelToken
from desktop.domain.graph import EdgeQuery
from tests.fakes.extractions import an_entity, put_extracted

KNOWN = (
    an_entity("intrusion-set:apt28", "APT28"),
    *(an_entity(f"malware:{each.lower()}", each) for each in ("Aspen", "Birch", "Cedar", "Dogwood")),
    an_entity("location:poland", "Poland"),
)
TEXTS = {
    "one": "APT28 uses Aspen.",
    "two": "APT28 uses Birch.",
    "three": "APT28 uses Cedar.",
    "four": "APT28 uses Dogwood.",
    "five": "Aspen targets Poland.",
    "six": "Birch targets Poland.",
}


def indexed(path: Path, order: Sequence[str]) -> SqliteGraphReader:
    database = Database(path)
    writer = SqliteIndexWriter(database)
    for name in order:
        put_extracted(writer, name, TEXTS[name], KNOWN)
    return SqliteGraphReader(database)


def ways(graph: SqliteGraphReader, limit: int) -> list[tuple[str, list[tuple[str, str]]]]:
    found = graph.reach(["intrusion-set:apt28"], 2, EdgeQuery(limit=limit), CancelToken())
    return [(each.entity_id, [(edge.source, edge.target) for edge in graph.edges_by_key(each.edges)]) for each in found]


@pytest.mark.parametrize("widest", [2, 250])
def test_equally_good_ways_are_the_same_in_whatever_order_documents_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, widest: int
) -> None:
    monkeypatch.setattr(graph_statements, "_NEXT", graph_statements._NEXT.replace("LIMIT 250", f"LIMIT {widest}"))
    one, other = indexed(tmp_path / "one.db", list(TEXTS)), indexed(tmp_path / "other.db", list(reversed(TEXTS)))
    found = ways(one, 10)
    assert found == ways(other, 10)
    assert found[-1] == ("location:poland", [("intrusion-set:apt28", "malware:aspen"), ("malware:aspen", "location:poland")])


def test_of_equally_strong_links_the_first_by_name_are_kept(tmp_path: Path) -> None:
    for name, order in (("one.db", list(TEXTS)), ("other.db", list(reversed(TEXTS)))):
        links = indexed(tmp_path / name, order).links(["intrusion-set:apt28"], EdgeQuery(limit=2), CancelToken())
        assert [each.target for each in links] == ["malware:aspen", "malware:birch"]
