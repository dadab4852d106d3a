"""The sample case, with the engines that a person has."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.application.job import JobContext
from desktop.application.ports import FactQuery
from desktop.application.sample_case import SampleCase, SampleFilled
from desktop.application.services import Services
from desktop.bootstrap import Opener
from desktop.domain.errors import StorageProblem
from desktop.domain.fact import FactStatus, FactView, QuoteState
from desktop.domain.ledger import Outcome
from desktop.domain.passage import Mode, Query

REPORTS = Path(__file__).parents[2] / "resources" / "sample" / "reports"


@pytest.fixture(scope="module")
def sample(opener: Opener, tmp_path_factory: pytest.TempPathFactory) -> tuple[Services, SampleFilled]:
    root = tmp_path_factory.mktemp("sample") / "vault"
    opener.create(root)
    services = opener.open(root, write=True)
    yield services, services.sample.fill(JobContext())
    services.close()


def test_every_report_becomes_a_document_that_is_marked_clear(sample: tuple[Services, SampleFilled]) -> None:
    services, filled = sample
    assert filled.ledger.totals()[Outcome.IMPORTED] == len(list(REPORTS.iterdir())) == 3
    documents = [services.library.read(row.document_id or "").document for row in filled.ledger.rows]
    assert {(each.tlp, each.tags) for each in documents} == {("CLEAR", ("sample",))}
    assert filled.changes.documents == {each.id for each in documents}


def test_every_quote_of_a_fact_stands_in_its_report(sample: tuple[Services, SampleFilled]) -> None:
    services, filled = sample
    sheets = [services.memory.sheet(each) for each in filled.facts]
    assert {len(sheet.sources) for sheet in sheets} == {1, 2}
    assert {source.anchor.state for sheet in sheets for source in sheet.sources} == {QuoteState.THERE}


def test_the_facts_show_what_there_is_to_see(sample: tuple[Services, SampleFilled]) -> None:
    services, _ = sample
    names = {view: [row.fact.name for row in services.memory.rows(FactQuery(view=view))] for view in FactView}
    assert len(names[FactView.CURRENT]) == 5
    assert names[FactView.DUE] == ["Ryuk targets hospitals"]
    assert names[FactView.PROPOSED] == ["TrickBot is an Emotet downloader"]
    assert names[FactView.CONTRADICTED] == []
    trickbot = next(row.fact for row in services.memory.rows(FactQuery()) if row.fact.name == "TrickBot delivers Ryuk")
    assert (trickbot.statement, trickbot.status) == ("TrickBot delivers Ryuk", FactStatus.ACCEPTED)


def test_its_searches_find_what_they_expect(sample: tuple[Services, SampleFilled]) -> None:
    services, _ = sample
    assert [each.name for each in services.desk.saved.all()] == ["TrickBot"]
    for golden in services.desk.golden.all():
        found = services.searcher.search(JobContext(), Query(golden.query, Mode.KEYWORD))
        assert set(golden.expected) <= {hit.document_id for hit in found.hits}, golden.query


def test_filling_it_again_changes_nothing(sample: tuple[Services, SampleFilled]) -> None:
    services, filled = sample
    again = services.sample.fill(JobContext())
    assert (again.ledger.rows, again.facts) == ((), frozenset())
    assert len(services.memory.rows(FactQuery(view=FactView.ALL))) == len(filled.facts)


def test_where_it_is_missing_that_is_said(sample: tuple[Services, SampleFilled], tmp_path: Path) -> None:
    services, _ = sample
    desk = services.desk
    missing = SampleCase(tmp_path, services.importer, services.library, services.memory, desk.golden, desk.saved)
    with pytest.raises(StorageProblem, match="sample case is not where it should be"):
        missing.fill(JobContext())
