"""A backup of a real vault, restored for trial and for good."""

from __future__ import annotations

from pathlib import Path

from desktop.application.job import JobContext
from desktop.application.ports import DocumentQuery, FactQuery
from desktop.bootstrap import Opener
from desktop.domain.fact import FactDraft
from tests.flow.conftest import fill


def test_a_vault_with_facts_is_restored_with_its_history(opener: Opener, reports: Path, tmp_path: Path) -> None:
    services, _ = fill(opener, tmp_path / "vault", reports)
    fact_id = services.memory.remember(FactDraft("The heron returned.")).fact.id
    services.memory.edit(services.memory.read(fact_id).fact, "The heron returned twice.")
    backups = opener.backups()
    backups.write(services.paths.root, tmp_path / "b.zip")
    documents, facts = services.library.rows(DocumentQuery(sort="id")), services.memory.rows(FactQuery())
    services.close()

    drilled = backups.drill(JobContext(), tmp_path / "b.zip")
    assert (drilled.documents, drilled.facts, drilled.problems) == (3, 1, ())
    assert backups.restore(JobContext(), tmp_path / "b.zip", tmp_path / "again") == drilled

    again = opener.open(tmp_path / "again", write=True)
    assert [row.document for row in again.library.rows(DocumentQuery(sort="id"))] == [row.document for row in documents]
    assert again.memory.rows(FactQuery()) == facts
    assert [each.action for each in again.fact_history.of(fact_id)] == ["edit", "remember"]
    again.fact_history.undo(fact_id)
    assert again.memory.read(fact_id).text == "The heron returned.\n"
    again.close()
