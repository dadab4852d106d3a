"""Facts beside documents, with the real engines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.application.job import JobContext
from desktop.application.ports import DocumentQuery, FactQuery
from desktop.application.services import Services
from desktop.bootstrap import Opener
from desktop.domain.fact import FactDraft
from desktop.domain.passage import Filters, Mode, Query, TextKind
from tests.flow.conftest import fill

TEXT = "The relay evil-heron.example was taken down by the quuxotic registrar."


@pytest.fixture(scope="module")
def remembered(opener: Opener, reports: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Services, str]]:
    services, _ = fill(opener, tmp_path_factory.mktemp("facts") / "vault", reports)
    heron = next(row.document.id for row in services.library.rows(DocumentQuery()) if "heron" in row.document.id)
    fact_id = services.memory.remember(FactDraft(TEXT, name="The heron's relay is down", sources=((heron, 0, 20),))).fact.id
    services.backlog.embed_pending(JobContext())
    yield services, fact_id
    services.close()


@pytest.mark.parametrize("mode", list(Mode))
def test_each_mode_finds_a_fact_with_the_documents_and_alone(remembered: tuple[Services, str], mode: Mode) -> None:
    services, fact_id = remembered
    for filters in (Filters(), Filters(kinds=(TextKind.FACT,))):
        hits = services.searcher.search(JobContext(), Query("quuxotic", mode, filters=filters)).hits
        assert hits[0].fact_id == fact_id
        assert services.library.read(hits[0].document_id).body[hits[0].start : hits[0].end] == hits[0].text
    alone = services.searcher.search(JobContext(), Query("heron", mode, filters=Filters(kinds=(TextKind.DOCUMENT,)))).hits
    assert all(each.fact_id is None for each in alone)


def test_an_answer_cites_a_fact(remembered: tuple[Services, str]) -> None:
    services, fact_id = remembered
    answer = services.answerer.ask(JobContext(), "Who took down the relay evil-heron.example?", use_model=False)
    assert fact_id in {each.fact_id for sentence in answer.sentences for each in sentence.citations}


def test_a_lost_index_gives_the_same_facts_and_hits(remembered: tuple[Services, str]) -> None:
    services, _ = remembered
    documents, rows = services.library.count(DocumentQuery()), services.memory.rows(FactQuery())
    before = services.searcher.search(JobContext(), Query("quuxotic heron", Mode.KEYWORD)).hits
    report = services.maintenance.reindex(JobContext(), full=True)
    assert (report.documents, report.facts) == (documents, 1)
    assert services.memory.rows(FactQuery()) == rows
    assert services.searcher.search(JobContext(), Query("quuxotic heron", Mode.KEYWORD)).hits == before
    services.backlog.embed_pending(JobContext())
    assert services.maintenance.verify(JobContext()) == ()
