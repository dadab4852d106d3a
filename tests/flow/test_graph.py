"""From files to the graph, with the real worker, packs and index."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.graph_reader import SqliteGraphReader
from desktop.application.exchange.stix_exchange import ExportChoice
from desktop.application.job import JobContext
from desktop.application.ports import DocumentQuery
from desktop.application.services import Services
from desktop.bootstrap import Opener
from desktop.domain.entity import EntityType
from desktop.domain.errors import InvalidBundle
from desktop.domain.graph import Edge, EdgeQuery, EdgeStatus, EntityQuery, EntitySummary, LocatedMention
from desktop.domain.import_job import ImportOptions
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters
from desktop.domain.relation import Relationship
from tests.adapters.packs.test_folders import write_pack
from tests.application.exchange.samples import OBJECTS, bundle
from tests.fakes.environment import an_environment

RESOURCES = Path(__file__).parents[2] / "resources"
REPORT = """# Report

In May, Sandworm Team deployed NotPetya against banks in Ukraine.

APT28, also known as Fancy Bear, uses X-Agent. Its server was hxxps://evil-panel[.]com/a, and it no longer uses Mimikatz.
"""
OTHER = "A backdoor dubbed Blackgrebe drops Mimikatz. Emotet was not seen.\n"
EVERY = EdgeQuery(negated=True, co_occurring=True, limit=1000)

Seen = tuple[tuple[EntitySummary, ...], tuple[LocatedMention, ...], tuple[Edge, ...]]


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    folder = tmp_path_factory.mktemp("graph")
    (folder / "report.md").write_text(REPORT)
    (folder / "other.md").write_text(OTHER)
    opener = Opener(an_environment(RESOURCES, folder))
    opener.create(folder / "vault")
    services = opener.open(folder / "vault", write=True)
    services.importer.import_paths(JobContext(), [folder / "report.md", folder / "other.md"], ImportOptions())
    assert services.extraction.extract_pending(JobContext()).extracted == 2
    yield services
    services.close()


def seen(services: Services) -> Seen:
    database = Database(services.paths.index, read_only=True)
    try:
        graph = SqliteGraphReader(database)
        entities = graph.entities(EntityQuery())
        documents = sorted(path.stem for path in services.paths.docs.iterdir())
        mentions = tuple(mention for name in documents for mention in graph.mentions_in(name))
        return entities, mentions, graph.with_evidence(graph.edges([each.id for each in entities], EVERY), 9)
    finally:
        database.close()


def test_every_mention_and_every_quote_stands_where_it_is_said_to_stand(services: Services) -> None:
    entities, mentions, edges = seen(services)
    bodies = {each.document.id: services.library.read(each.document.id).body for each in services.library.rows(DocumentQuery())}
    assert {"intrusion-set:G0034", "malware:S0368", "location:ukraine", "url:https://evil-panel.com/a"} <= {each.id for each in entities}
    assert [bodies[each.document_id][each.mention.start : each.mention.end] for each in mentions] == [
        each.mention.text for each in mentions
    ]
    evidence = [each for edge in edges for each in edge.evidence]
    assert [bodies[each.document_id][each.start : each.end] for each in evidence] == [each.quote for each in evidence]
    assert ("intrusion-set:G0034", Relationship.USES, "malware:S0368", False) in {_ends(each) for each in edges}


def test_an_index_made_anew_from_the_files_holds_the_same_graph(services: Services) -> None:
    before = seen(services)
    services.maintenance.reindex(JobContext(), full=True)
    assert services.extraction.extract_pending(JobContext()).extracted == 2
    after = seen(services)
    assert after[0] == before[0]
    assert [(each.document_id, each.mention) for each in after[1]] == [(each.document_id, each.mention) for each in before[1]]
    assert {(_ends(each), each.evidence) for each in after[2]} == {(_ends(each), each.evidence) for each in before[2]}


def test_what_the_analyst_denies_leaves_the_graph_and_nothing_else_is_read_again(services: Services) -> None:
    services.paths.lexicon.mkdir(exist_ok=True)
    (services.paths.lexicon / "deny.csv").write_text("value\nNotPetya\n")
    assert services.extraction.pending() == 2
    assert services.extraction.extract_pending(JobContext()).extracted == 1
    assert "malware:S0368" not in {each.id for each in seen(services)[0]}


def test_bundles_come_in_and_go_out_by_the_real_worker(services: Services, tmp_path: Path) -> None:
    (tmp_path / "on-headlace.json").write_text(json.dumps(bundle(*OBJECTS)))
    exchange = services.graph.exchange
    report = exchange.import_files(JobContext(), [tmp_path / "on-headlace.json"])
    assert (report.objects, report.kept, report.dropped) == (6, 6, ())
    (document,) = report.documents
    choice = ExportChoice(filters=Filters(documents=(document,)))
    exchange.export(JobContext(), tmp_path / "out.json", choice)
    assert json.loads((tmp_path / "out.json").read_text())["objects"] == OBJECTS
    (edge,) = services.graph.explorer.neighbours(["malware:headlace"], EdgeQuery(types=(EntityType.INTRUSION_SET,))).edges
    body = services.library.read(document).body
    assert (edge.status, edge.source) == (EdgeStatus.STATED, "intrusion-set:G0007")
    assert [body[each.start : each.end] for each in edge.evidence] == ["APT28 uses Headlace."]
    before = seen(services)[1:]
    services.maintenance.reindex(JobContext(), full=True)
    services.extraction.extract_pending(JobContext())
    assert [each.mention for each in seen(services)[1]] == [each.mention for each in before[0]]
    (tmp_path / "broken.json").write_text("{]")
    with pytest.raises(InvalidBundle, match=r"broken\.json: It is no JSON"):
        exchange.import_files(JobContext(), [tmp_path / "broken.json"])
    whole = exchange.export(JobContext(), tmp_path / "all.json", ExportChoice(Marking.CLEAR))
    kinds = {each["type"] for each in json.loads((tmp_path / "all.json").read_text())["objects"]}
    assert {"report", "relationship", "location", "url", "marking-definition"} <= kinds
    assert whole.kept > len(OBJECTS)


def test_a_pack_from_a_stick_names_what_was_unknown_until_it_is_taken_back(services: Services, tmp_path: Path) -> None:
    write_pack(tmp_path / "stick" / "own", {"names.csv": ("names", b"type,name,aliases,class\nmalware,Zettelworm,ZW-9,\n")})
    (tmp_path / "zw.md").write_text("They saw ZW-9 there.\n")
    shutil.make_archive(str(tmp_path / "own"), "zip", tmp_path / "stick", "own")
    services.importer.import_paths(JobContext(), [tmp_path / "zw.md"], ImportOptions())
    services.extraction.extract_pending(JobContext())
    assert services.graph.packs.add(tmp_path / "own.zip").added == ("Zettelworm",)
    assert services.extraction.extract_pending(JobContext()).extracted == 1
    assert services.graph.explorer.find("zettelworm").mentions == 1
    assert services.graph.packs.roll_back("own") is None
    assert services.extraction.extract_pending(JobContext()).extracted == 1
    assert not [each for each in seen(services)[0] if each.id == "malware:zettelworm"]


def _ends(edge: Edge) -> tuple[str, Relationship, str, bool]:
    return (edge.source, edge.relationship, edge.target, edge.negated)
