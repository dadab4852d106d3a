"""Entities, mentions and relations of the documents that wait for extraction, and of those that a change of names touches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from desktop.application.exchange.bundle_document import relocated
from desktop.application.exchange.bundles import FORMATS
from desktop.application.graph.asserted import resolver, with_assertion
from desktop.application.job import JobContext, Progress
from desktop.application.ports import (
    BundleReader,
    DocumentExtraction,
    EntityExtractor,
    Extracted,
    IndexReader,
    IndexWriter,
    StoredDocument,
    TextReader,
)
from desktop.domain.chunk import content_hash
from desktop.domain.errors import CofferError, DocumentNotFound, WorkerDied
from desktop.domain.fact import fact_id_of
from desktop.domain.relation import Relationship

_TOGETHER = 16
"""Documents that are stored in one transaction."""
_CHARACTERS_TOGETHER = 500_000


@dataclass(frozen=True, slots=True)
class EntitiesFound:
    """Emitted for each document as soon as what it mentions can be asked for."""

    document_id: str


@dataclass(frozen=True, slots=True)
class ExtractionReport:
    """How many documents were read, how many still wait, and in which extraction failed."""

    extracted: int
    remaining: int
    failed: tuple[str, ...] = ()


class ExtractionBacklog:
    """Extracts what waits. What is done is kept whenever it stops, so the next run goes on from there."""

    def __init__(
        self,
        texts: TextReader,
        writer: IndexWriter,
        reader: IndexReader,
        extractor: EntityExtractor,
        bundles: BundleReader | None = None,
    ) -> None:
        self._texts = texts
        self._writer = writer
        self._reader = reader
        self._extractor = extractor
        self._bundles = bundles

    def pending(self) -> int:
        """How many documents wait for extraction; where names changed since the last one, all that may have to be read again."""
        documents = self._reader.counts().documents
        return documents if documents and self._is_outdated() else self._reader.count_unextracted()

    def extract_pending(self, context: JobContext) -> ExtractionReport:
        """Extract all that waits, also what comes in meanwhile, by what packs and lexicon say now.

        Raises Cancelled between two documents or within a long one; PackDamaged or UsageError where packs or lexicon cannot be read.
        """
        context.cancel.raise_if_cancelled()
        if not self._reader.counts().documents:
            return ExtractionReport(0, 0)
        self._take_up_knowledge(context)
        done = 0
        failed: list[str] = []
        for group in self._groups(context):
            self._writer.put_extractions(group)
            done += len(group)
            failed += [each.document_id for each in group if each.extracted is None]
            for each in group:
                context.emit(EntitiesFound(each.document_id))
        context.report(Progress("extract", done, done))
        return ExtractionReport(done, self._reader.count_unextracted(), tuple(failed))

    def _is_outdated(self) -> bool:
        state = self._reader.extractor()
        try:
            return state is None or state[0] != self._extractor.identity
        except CofferError:  # what is wrong with packs or lexicon is said by whoever extracts with them
            return False

    def _take_up_knowledge(self, context: JobContext) -> None:
        """Where packs or lexicon changed: take the names over, and have the documents wait that they touch."""
        identity, state = self._extractor.identity, self._reader.extractor()
        if state is not None and state[0] == identity:
            return
        stale: list[str] | None = []  # whatever has been extracted without a word on by what came from bundles just now
        if state is not None:
            same_rules = state[0].rules == identity.rules
            stale = self._speaking_of(context, self._extractor.changed_names(state[1])) if same_rules else None
        entities = self._extractor.named(self._reader.entity_ids())
        self._writer.use_extractor(identity, self._extractor.knowledge(), entities, stale)

    def _speaking_of(self, context: JobContext, names: Sequence[str]) -> list[str]:
        """Documents in which one of these names may stand."""
        documents = sorted(self._reader.document_states()) if names else []
        found: list[str] = []
        for start in range(0, len(documents), _TOGETHER):
            context.report(Progress("extract", start, len(documents), f"{len(names):,} changed names"))
            context.cancel.raise_if_cancelled()
            stored = [each for each in map(self._stored, documents[start : start + _TOGETHER]) if each]
            speaks = self._extractor.speaking_of(names, [each.body for each in stored], context.cancel)
            found += [each.document.id for each, speaking in zip(stored, speaks, strict=True) if speaking]
        return found

    def _groups(self, context: JobContext) -> Iterator[list[DocumentExtraction]]:
        """What waiting documents mention, in groups that are worth a transaction; each document once, for one may be gone, or edited."""
        tried: set[str] = set()
        stuck, done = 0, 0
        while True:
            waiting = self._reader.unextracted(stuck + _TOGETHER)
            fresh = [each for each in waiting if each not in tried]
            stuck = len(waiting) - len(fresh)
            if not fresh:
                return
            total = done + self._reader.count_unextracted() - stuck
            group: list[DocumentExtraction] = []
            characters = 0
            for document_id in fresh:
                context.report(Progress("extract", done, total, document_id))
                context.cancel.raise_if_cancelled()
                tried.add(document_id)
                done += 1
                if (stored := self._stored(document_id)) is not None:
                    group.append(self._extraction(context, stored))
                    characters += len(stored.body)
                if characters >= _CHARACTERS_TOGETHER:
                    break
            yield group

    def _extraction(self, context: JobContext, stored: StoredDocument) -> DocumentExtraction:
        try:
            extracted = self._extracted(context, stored)
        except WorkerDied:  # one text that breaks the extractor must not keep the others waiting
            extracted = None
        return DocumentExtraction(stored.document.id, content_hash(stored.body), extracted and _between_two(extracted))

    def _extracted(self, context: JobContext, stored: StoredDocument) -> Extracted:
        """What a document mentions; of a bundle, what that itself states, of a fact, what that asserts."""
        if fact_id_of(stored.document.id) is not None:
            extracted = self._extractor.extract(stored.body, context.cancel)
            return with_assertion(extracted, stored.body, stored.front_matter, resolver(self._extractor, context.cancel))
        if self._bundles is None or stored.raw_path is None or stored.document.source_format not in FORMATS:
            return self._extractor.extract(stored.body, context.cancel)
        name = Path(stored.document.source_filename).stem
        reading = self._bundles.read_bundle(stored.raw_path, name, context.cancel)
        return relocated(reading.extracted, reading.body, stored.body)

    def _stored(self, document_id: str) -> StoredDocument | None:
        """A document as its file holds it; None where that vanished, which the next synchronising notices."""
        try:
            return self._texts.read(document_id)
        except DocumentNotFound:
            return None


def _between_two(extracted: Extracted) -> Extracted:
    """Without what a text says of two names of one entity: that they are one is known, and no edge."""
    kept = tuple(each for each in extracted.relations if each.source != each.target or each.relationship is not Relationship.ALIAS_OF)
    return replace(extracted, relations=kept)
