"""The sample case: three reports, with facts, golden queries and a saved search about them, for whoever wants to look around first."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop.application.ingest.importer import Importer
from desktop.application.job import JobContext
from desktop.application.memory.facts import Memory
from desktop.application.ports import FactQuery, TextReader
from desktop.application.searches.golden_queries import GoldenQueries
from desktop.application.searches.saved_searches import SavedSearches
from desktop.domain.changes import Changes
from desktop.domain.errors import StorageProblem
from desktop.domain.fact import FactDraft, FactSource, FactStatus, FactView, QuoteState
from desktop.domain.import_job import ImportOptions
from desktop.domain.ledger import Ledger
from desktop.domain.marking import Marking
from desktop.domain.passage import Mode, Query
from desktop.domain.quoting import find_quote

TAG = "sample"


@dataclass(frozen=True, slots=True)
class SampleFilled:
    """What was put into the vault: the ledger of the reports, and the ids of the facts that are new."""

    ledger: Ledger
    facts: frozenset[str]

    @property
    def changes(self) -> Changes:
        """What whoever shows the vault has to load anew."""
        return Changes(frozenset(row.document_id for row in self.ledger.rows if row.document_id), facts=self.facts)


class SampleCase:
    """Fills a vault with what lies in `folder`: `reports/`, and `facts.toml` about them."""

    def __init__(
        self, folder: Path, importer: Importer, texts: TextReader, memory: Memory, golden: GoldenQueries, saved: SavedSearches
    ) -> None:
        self._folder = folder
        self._importer = importer
        self._texts = texts
        self._memory = memory
        self._golden = golden
        self._saved = saved

    def fill(self, context: JobContext) -> SampleFilled:
        """Import the reports, then write what is said about them; a vault that was filled before stays as it is.

        Raises StorageProblem if the sample case is not where it should be or the vault can take no more, Cancelled.
        """
        try:
            said = tomllib.loads((self._folder / "facts.toml").read_text(encoding="utf-8"))
            reports = sorted((self._folder / "reports").iterdir())
        except OSError as error:
            raise StorageProblem(
                f"The sample case is not where it should be: {error.filename}: {error.strerror}.", "Install Coffer again."
            ) from error
        if {each["name"] for each in said["saved"]} <= {each.name for each in self._saved.all()}:  # what is written last is there
            return SampleFilled(Ledger((), 0.0), frozenset())
        ledger = self._importer.import_paths(context, reports, ImportOptions(tlp=Marking.CLEAR, tags=(TAG,)))
        context.cancel.raise_if_cancelled()
        documents = {Path(row.path).name: row.document_id for row in ledger.rows if row.document_id}
        facts = self._remember(said["facts"], documents)
        for each in said["golden"]:
            self._golden.expect(each["query"], [documents[name] for name in each["reports"] if name in documents])
        for each in said["saved"]:
            self._saved.save(context, each["name"], Query(each["query"], Mode.BLENDED), watched=True)
        return SampleFilled(ledger, facts)

    def _remember(self, said: list[Mapping[str, Any]], documents: Mapping[str, str]) -> frozenset[str]:
        known = {row.fact.name for row in self._memory.rows(FactQuery(view=FactView.ALL))}
        drafts = [self._draft(each, documents) for each in said if each["name"] not in known]
        return frozenset(each.fact.id for each in self._memory.remember_all(drafts))

    def _draft(self, said: Mapping[str, Any], documents: Mapping[str, str]) -> FactDraft:
        fields = {name: value for name, value in said.items() if name not in ("sources", "status", "text")}
        places = [self._place(documents[name], quote) for name, quote in said["sources"] if name in documents]
        return FactDraft(
            text=said["text"].strip(),
            tags=(TAG,),
            status=FactStatus(said.get("status", FactStatus.ACCEPTED)),
            sources=tuple(place for place in places if place),
            **fields,
        )

    def _place(self, document_id: str, quote: str) -> tuple[str, int, int] | None:
        """Where a quote stands in a report as it was converted; none where a person has edited it away."""
        anchor = find_quote(FactSource(document_id, 0, 0, quote), self._texts.read(document_id).body)
        return None if anchor.state is QuoteState.CHANGED else (document_id, anchor.start, anchor.end)
