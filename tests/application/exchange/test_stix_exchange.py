"""Bundles into the vault and out of it, with a reader of bundles that says what it is told."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest

from desktop.application.exchange.graph_objects import GraphObjects
from desktop.application.exchange.stix_exchange import ExportChoice, StixExchange
from desktop.application.ingest.indexing import DocumentIndexer
from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import BundleReading, BundleSource, DocumentExtraction, DocumentQuery, MergedBundle
from desktop.application.settings import ChunkSettings
from desktop.domain.chunk import content_hash
from desktop.domain.errors import InvalidBundle, StorageProblem, UsageError
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.documents import STAMP, a_document, paragraphs
from tests.fakes.extractions import APT28, HEADLACE, extract
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.memory_store import MemoryStore
from tests.fakes.searchable_index import SearchableIndex
from tests.fakes.words import WordTokenizer

BODY = "APT28 uses Headlace."


@dataclass
class Bundles:
    """Reads every file as BODY, and merges nothing."""

    marking: Marking | None = None
    asked: list[object] = field(default_factory=list)

    def read_bundle(self, path: Path, name: str, cancel: CancelToken) -> BundleReading:
        if "broken" in name:
            raise InvalidBundle("It is no JSON.")
        return BundleReading("stix", "Title", "2024-05-06", self.marking, BODY, extract(BODY), 3, 2, ("changed",), ("dropped",))

    def merge_bundles(
        self, sources: Sequence[BundleSource], further: Sequence[Mapping[str, Any]], tlp_max: Marking | None, cancel: CancelToken
    ) -> MergedBundle:
        self.asked.append(([each.marking for each in sources], [each["type"] for each in further], tlp_max))
        return MergedBundle(b"{}", 4, 3, ("c",), ("d",))


class Desk:
    def __init__(self) -> None:
        self.store, self.index, self.audit, self.bundles = MemoryStore(), SearchableIndex(), MemoryAuditLog(), Bundles()
        indexer = DocumentIndexer(self.index, WordTokenizer(), ChunkSettings())
        self.graph = MemoryGraph(self.index)
        self.exchange = StixExchange(
            self.store, self.index, self.index, self.graph, self.bundles, indexer.index, self.audit, Marking.GREEN, 1000,
            lambda: datetime(2026, 11, 30, 12, tzinfo=UTC),
        )  # fmt: skip

    def put(self, name: str, text: str, **fields: Any) -> None:
        self.store.place(a_document(name, **fields), text)
        self.index.put_document(a_document(name, **fields), text, paragraphs(text), STAMP)
        self.index.put_extractions([DocumentExtraction(name, content_hash(text), extract(text))])


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_bundle_becomes_a_document_that_states_its_edges(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "apt28.json").write_text("one")
    report = desk.exchange.import_files(JobContext(), [tmp_path / "apt28.json"])
    assert (report.objects, report.kept, report.changed, report.dropped) == (3, 2, ("changed",), ("dropped",))
    (row,) = desk.index.documents(DocumentQuery())
    document = row.document
    assert (document.id, document.title, document.source_format) == (report.documents[0], "Title", "stix")
    assert (document.published, document.tlp, document.imported_at) == ("2024-05-06", Marking.GREEN, "2026-11-30T12:00:00Z")
    assert desk.store.originals[document.id] == b"one"
    assert [each.mention.entity_id for each in desk.graph.mentions_in(document.id)] == [APT28.id, HEADLACE.id]
    assert desk.index.count_unextracted() == 0


def test_the_strictest_marking_of_a_bundle_is_its_document_s(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("one")
    (tmp_path / "b.json").write_text("two")
    desk.bundles.marking = Marking.AMBER
    desk.exchange.import_files(JobContext(), [tmp_path / "a.json"])
    desk.exchange.import_files(JobContext(), [tmp_path / "b.json"], Marking.RED)
    assert sorted(str(each.document.tlp) for each in desk.index.documents(DocumentQuery())) == ["AMBER", "RED"]


def test_a_bundle_that_is_there_already_changes_nothing(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("one")
    twice = [desk.exchange.import_files(JobContext(), [tmp_path / "a.json"]) for _ in range(2)]
    assert twice[0] == twice[1]
    assert len(desk.index.documents(DocumentQuery())) == 1


def test_what_is_no_bundle_is_refused(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "large.json").write_text("x" * 1001)
    for name in ("broken.json", "large.json", "gone.json"):
        with pytest.raises(InvalidBundle):
            desk.exchange.import_files(JobContext(), [tmp_path / name])
    assert desk.index.documents(DocumentQuery()) == ()


def test_a_text_that_is_in_the_vault_is_not_taken_for_a_bundle_too(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("one")
    desk.put("a", "x", source_sha256="7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed")
    with pytest.raises(UsageError, match="as the text a"):
        desk.exchange.import_files(JobContext(), [tmp_path / "a.json"])


def test_an_export_asks_for_the_graph_of_what_is_no_bundle(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("one")
    desk.exchange.import_files(JobContext(), [tmp_path / "a.json"])
    desk.put("one", "APT28 uses Headlace.", tags=("case",))
    report = desk.exchange.export(JobContext(), tmp_path / "out.json", ExportChoice())
    assert (report.objects, report.kept, (tmp_path / "out.json").read_text()) == (4, 3, "{}")
    assert desk.bundles.asked[0] == ([], ["marking-definition", "intrusion-set", "malware", "relationship", "report"], None)
    desk.exchange.export(JobContext(), tmp_path / "out.json", ExportChoice(Marking.RED, Filters(tags=("case",))))
    assert desk.bundles.asked[1][0] == []  # type: ignore[index]
    with pytest.raises(StorageProblem):
        desk.exchange.export(JobContext(), tmp_path / "no" / "out.json", ExportChoice())


def test_what_documents_state_is_marked_as_they_are_and_names_them(desk: Desk) -> None:
    desk.put("open", "APT28 uses Headlace. APT28 was seen.")
    desk.put("secret", "APT28 uses Headlace. APT28 targets Poland.", tlp=Marking.RED)
    documents = [row.document for row in desk.index.documents(DocumentQuery())]
    every = GraphObjects(desk.graph, None).of(JobContext(), documents)
    names = {each["id"]: each.get("name", each.get("relationship_type")) for each in every}
    marked = {names[each["id"]]: names[each["object_marking_refs"][0]] for each in every if "object_marking_refs" in each}
    assert marked == {
        "APT28": "TLP:CLEAR",
        "Headlace": "TLP:CLEAR",
        "Poland": "TLP:RED",
        "uses": "TLP:RED",
        "targets": "TLP:RED",
        "open": "TLP:CLEAR",
        "secret": "TLP:RED",
    }
    shown = GraphObjects(desk.graph, Marking.GREEN).of(JobContext(), documents)
    assert "Poland" not in json.dumps(shown)
    assert "secret" not in json.dumps(shown)
    (uses,) = [each for each in shown if each["type"] == "relationship"]
    assert (uses["description"], uses["confidence"], uses["x_coffer_status"]) == ("APT28 uses Headlace.", 50, "derived")
    assert uses["external_references"] == [{"source_name": "coffer", "external_id": "open", "description": "open"}]
    again = GraphObjects(desk.graph, Marking.GREEN).of(JobContext(), documents)
    assert again == shown


def test_of_chosen_entities_only_they_and_what_is_between_them_are_given_out(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("one")
    desk.exchange.import_files(JobContext(), [tmp_path / "a.json"])
    desk.put("one", "APT28 uses Headlace. APT28 targets Poland.")
    desk.exchange.export(JobContext(), tmp_path / "out.json", ExportChoice(entities=(APT28.id, HEADLACE.id)))
    ((given, kinds, _),) = cast("list[tuple[list[Marking], list[str], Marking | None]]", desk.bundles.asked)
    assert given == []
    assert sorted({*kinds}) == ["intrusion-set", "malware", "marking-definition", "relationship", "report"]
    assert (kinds.count("relationship"), kinds.count("report")) == (1, 2)
