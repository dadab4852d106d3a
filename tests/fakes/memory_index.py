"""An index in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from desktop.application.job import CancelToken
from desktop.application.ports import (
    DocumentExtraction,
    DocumentQuery,
    Extracted,
    ExtractorIdentity,
    FileStamp,
    IndexCounts,
    IndexedChunk,
    IndexState,
    KeywordQuery,
    LedgerQuery,
    PendingText,
    RankedChunk,
)
from desktop.domain.chunk import Chunk, content_hash
from desktop.domain.document import Document, DocumentSummary, Facets
from desktop.domain.errors import CofferError
from desktop.domain.graph import NamedEntity
from desktop.domain.import_job import ImportJob
from desktop.domain.keywords import Clause, leaves
from desktop.domain.ledger import LedgerRow, Outcome, count_outcomes
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters
from desktop.domain.stated_marking import heeded
from desktop.domain.vector import Vector, similarity

_UNREAD = (Outcome.SKIPPED, Outcome.FAILED)


class MemoryIndex:
    """Writer and reader in one; `fail_with` is raised by the next document put."""

    def __init__(self) -> None:
        self.held = 0
        self.settled = 0
        self.spelled_like: dict[str, tuple[str, ...]] = {}
        self.rows: list[LedgerRow] = []
        self.jobs: dict[str, ImportJob] = {}
        self.waiting: dict[str, list[str]] = {}
        self.bodies: dict[str, str] = {}
        self.chunks_of: dict[str, list[tuple[int, Chunk]]] = {}
        self.vectors: dict[int, Vector] = {}
        self.embedder: tuple[str, int] | None = None
        self.fail_with: CofferError | None = None
        self.damage: list[str] = []
        self.extractions: dict[str, Extracted | None] = {}
        self.outdated: set[str] = set()
        self.names: dict[str, NamedEntity] = {}
        self.used_extractor: tuple[ExtractorIdentity, bytes] | None = None
        self._documents: dict[str, Document] = {}
        self._states: dict[str, IndexState] = {}
        self._next = 1

    def put_document(self, document: Document, body: str, chunks: Sequence[Chunk], stamp: FileStamp) -> None:
        if self.fail_with is not None:
            raise self.fail_with
        if self.bodies.get(document.id) != body:
            self.extractions.pop(document.id, None)
        known = {self._text(document.id, chunk): number for number, chunk in self.chunks_of.get(document.id, [])}
        self._documents[document.id], self.bodies[document.id] = document, body
        self._states[document.id] = IndexState(stamp, content_hash(body))
        self.chunks_of[document.id] = [(self._number(known, document, chunk), chunk) for chunk in chunks]
        self._forget_vectors()

    def describe(self, documents: Sequence[tuple[Document, FileStamp]]) -> None:
        for document, stamp in documents:
            if document.id in self._documents:
                self._documents[document.id] = replace(document, title=self._documents[document.id].title)
                self._states[document.id] = replace(self._states[document.id], stamp=stamp)

    def remove_documents(self, document_ids: Iterable[str]) -> None:
        for each in document_ids:
            for table in (self._documents, self.bodies, self._states, self.chunks_of, self.extractions):
                table.pop(each, None)
        self._forget_vectors()

    def put_vectors(self, vectors: Sequence[tuple[int, Vector]]) -> None:
        self.vectors.update(vectors)
        self._forget_vectors()

    def settle_vectors(self, cancel: CancelToken) -> None:
        self.settled += 1

    def use_embedder(self, identity: str, dimensions: int) -> None:
        if self.embedder != (identity, dimensions):
            self.vectors.clear()
        self.embedder = (identity, dimensions)

    def begin_import(self, job: ImportJob, paths: Sequence[str]) -> None:
        kept = replace(job, options=replace(job.options, passwords=()), files=job.files or len(paths))
        self.jobs[job.id] = replace(self.jobs.get(job.id, kept), ended=None)
        self.waiting[job.id] = list(dict.fromkeys([*self.waiting.get(job.id, ()), *paths]))

    def put_extractions(self, found: Sequence[DocumentExtraction]) -> None:
        for each in found:
            if each.document_id in self._states and self._states[each.document_id].sha256 == each.sha256:
                self.extractions[each.document_id] = each.extracted
                self.outdated.discard(each.document_id)

    def use_extractor(
        self, identity: ExtractorIdentity, knowledge: bytes, entities: Sequence[NamedEntity], stale: Iterable[str] | None
    ) -> None:
        self.used_extractor = (identity, knowledge)
        self.names |= {each.id: each for each in entities}
        for document_id in list(self.extractions) if stale is None else stale:
            self.outdated.add(document_id)

    def unextracted(self, limit: int) -> tuple[str, ...]:
        done = self.extractions.keys() - self.outdated
        return tuple([each.id for each in reversed(self._newest()) if each.id not in done][:limit])

    def count_unextracted(self) -> int:
        return len(self.unextracted(1_000_000))

    def unextractable(self) -> tuple[str, ...]:
        return tuple(each.id for each in reversed(self._newest()) if self.extractions.get(each.id, Extracted()) is None)

    def extractor(self) -> tuple[ExtractorIdentity, bytes] | None:
        return self.used_extractor

    def entity_ids(self) -> tuple[str, ...]:
        return tuple(sorted({entity.id for each in self.extractions.values() if each for entity in each.entities}))

    def put_ledger(self, rows: Sequence[LedgerRow], finished: Sequence[str] = ()) -> None:
        for row in rows:
            places = [place for place, each in enumerate(self.rows) if (each.job, each.path) == (row.job, row.path)]
            if places:
                self.rows[places[0]] = row
            else:
                self.rows.append(row)
            self.waiting[row.job] = [path for path in self.waiting.get(row.job, ()) if path not in finished]

    def end_import(self, job: str, ended: str) -> None:
        self.jobs[job] = replace(self.jobs[job], ended=ended)
        self.waiting[job] = []

    def clear(self) -> None:
        self.remove_documents(list(self._documents))

    def counts(self) -> IndexCounts:
        return IndexCounts(len(self._documents), sum(map(len, self.chunks_of.values())), len(self.vectors))

    def document_for(self, sha256: str) -> str | None:
        return next((each.id for each in self._documents.values() if each.source_sha256 == sha256), None)

    def document_states(self) -> dict[str, IndexState]:
        return dict(self._states)

    def documents(self, query: DocumentQuery) -> tuple[DocumentSummary, ...]:
        text = query.text.lower()
        named = [each for each in self._documents.values() if text in each.title.lower() or text in each.source_filename.lower()]
        chosen = [each for each in named if query.parent in ("", each.parent) and set(query.tags) <= set(each.tags)]
        ordered = sorted(chosen, key=lambda each: str(getattr(each, query.sort)), reverse=query.descending)
        rows = [DocumentSummary(each, len(self.bodies[each.id]), len(self.chunks_of[each.id])) for each in ordered]
        return tuple(rows[query.offset : query.offset + query.limit])

    def count_documents(self, query: DocumentQuery) -> int:
        return len(self.documents(replace(query, offset=0, limit=1_000_000)))

    def hold_vectors(self, cancel: CancelToken) -> int:
        self.held += 1
        return 0

    def vectors_of(self, chunk_ids: Sequence[int]) -> dict[int, Vector]:
        return {number: self.vectors[number] for number in chunk_ids if number in self.vectors}

    def describe_vectors(self) -> str:
        return "in a list"

    def alike(self, word: str) -> tuple[str, ...]:
        return self.spelled_like.get(word, ())

    def search_keyword(self, query: KeywordQuery, limit: int, filters: Filters, cancel: CancelToken) -> list[RankedChunk]:
        """Scores a chunk by how many of the words it holds."""
        cancel.raise_if_cancelled()
        required = _said(query.required)
        words = [*_said(query.terms), *required, *filter(None, [query.prefix.lower()])]
        found = []
        for each in self._passing(filters):
            text = f"{each.title} {each.chunk.text}".lower()
            score = sum(word in text for word in words)
            if score and all(word in text for word in required):
                found.append(RankedChunk(each.id, each.document_id, each.chunk.position, float(score)))
        return _best(found, limit)

    def search_vector(self, vector: Vector, limit: int, filters: Filters, cancel: CancelToken) -> list[RankedChunk]:
        cancel.raise_if_cancelled()
        known = [each for each in self._passing(filters) if each.id in self.vectors]
        return _best(
            [RankedChunk(each.id, each.document_id, each.chunk.position, similarity(vector, self.vectors[each.id])) for each in known],
            limit,
        )

    def chunks(self, chunk_ids: Sequence[int]) -> list[IndexedChunk]:
        known = {each.id: each for each in self._passing(Filters())}
        return [known[number] for number in chunk_ids if number in known]

    def chunk_at(self, document_id: str, offset: int) -> IndexedChunk | None:
        own = [each for each in self._passing(Filters()) if each.document_id == document_id]
        covering = [each for each in own if each.chunk.start <= offset < each.chunk.end]
        before = [each for each in own if each.chunk.start <= offset]
        return next(iter([*covering, *reversed(before), *own]), None)

    def chunks_around(self, document_id: str, position: int, reach: int) -> list[IndexedChunk]:
        own = [each for each in self._passing(Filters()) if each.document_id == document_id]
        return [each for each in own if abs(each.chunk.position - position) <= reach]

    def filtered_documents(self, filters: Filters) -> frozenset[str]:
        return frozenset(each.id for each in self._documents.values() if _passes(each, filters))

    def facets(self) -> Facets:
        documents = self._documents.values()
        return Facets(
            _by_frequency(tag for each in documents for tag in each.tags), _by_frequency(each.source_format for each in documents)
        )

    def unheeded_markings(self, document_ids: Iterable[str]) -> dict[str, Marking]:
        known = {each: self._documents[each] for each in document_ids if each in self._documents}
        heard = {name: heeded(document.tlp, self.bodies[name]) for name, document in known.items()}
        return {name: marking for name, marking in heard.items() if marking is not known[name].tlp}

    def dates(self, document_ids: Iterable[str]) -> dict[str, str]:
        return {each: _date(self._documents[each]) for each in document_ids if each in self._documents}

    def undated(self, document_ids: Iterable[str]) -> frozenset[str]:
        return frozenset(each for each in document_ids if each in self._documents and self._documents[each].published is None)

    def pending_texts(self, limit: int, up_to: Marking | None = None) -> list[PendingText]:
        waiting = [
            PendingText(number, name, chunk.embedded_text(self._documents[name].title))
            for name, chunks in self.chunks_of.items()
            for number, chunk in chunks
            if number not in self.vectors and (up_to is None or self._documents[name].tlp.rank <= up_to.rank)
        ]
        return waiting[:limit]

    def count_pending(self, up_to: Marking | None = None) -> int:
        return len(self.pending_texts(1_000_000, up_to))

    def count_marked_above(self, marking: Marking) -> int:
        return sum(len(chunks) for name, chunks in self.chunks_of.items() if self._documents[name].tlp.rank > marking.rank)

    def ledger(self, query: LedgerQuery) -> tuple[LedgerRow, ...]:
        ages = {job: age for age, job in enumerate(self.jobs)}
        chosen = sorted(
            (row for row in self.rows if _meets(row, query) and self._in_case(row, query.case)),
            key=lambda row: -ages.get(row.job, len(ages)),
        )
        return tuple(chosen[query.offset : query.offset + query.limit])

    def count_ledger(self, query: LedgerQuery) -> int:
        return len(self.ledger(replace(query, offset=0, limit=1_000_000)))

    def count_outcomes(self, job: str = "", case: str = "") -> dict[Outcome, int]:
        return count_outcomes(row for row in self.rows if job in ("", row.job) and self._in_case(row, case))

    def _in_case(self, row: LedgerRow, case: str) -> bool:
        document, job = self._documents.get(row.document_id or ""), self.jobs.get(row.job)
        return not case or bool(document and case in document.tags) or bool(job and case in job.options.tags)

    def import_jobs(self, limit: int = 100, *, unfinished: bool = False, case: str = "") -> tuple[ImportJob, ...]:
        jobs = [
            replace(job, waiting=len(self.waiting[job.id]), totals=self.count_outcomes(job.id))
            for job in reversed(self.jobs.values())
            if (self.waiting[job.id] or not unfinished) and (not case or self.ledger(LedgerQuery(job.id, case=case)))
        ]
        return tuple(jobs[:limit])

    def waiting_files(self, job: str) -> tuple[str, ...]:
        return tuple(self.waiting.get(job, ()))

    def document_from(self, source_path: str) -> str | None:
        return next((each.id for each in self._newest() if each.source_path == source_path and not each.superseded_by), None) or next(
            (each.id for each in self._newest() if each.source_path == source_path), None
        )

    def documents_named(self, source_filename: str) -> tuple[str, ...]:
        return tuple(each.id for each in self._newest() if each.source_filename == source_filename)

    def members_of(self, document_id: str) -> tuple[str, ...]:
        members = [each for each in self._documents.values() if each.parent == document_id]
        return tuple(each.id for each in sorted(members, key=lambda each: each.imported_at))

    def versions_beside(self, document_id: str) -> tuple[str, ...]:
        beside = [each for each in self._documents.values() if document_id in (each.supersedes, each.superseded_by)]
        return tuple(each.id for each in sorted(beside, key=lambda each: each.imported_at))

    def unrecognised(self, limit: int) -> tuple[str, ...]:
        waiting = [each for each in self._documents.values() if each.quality.unread_pages]
        return tuple(each.id for each in sorted(waiting, key=lambda each: each.imported_at)[:limit])

    def count_unrecognised(self) -> int:
        return sum(len(each.quality.unread_pages) for each in self._documents.values())

    def problems(self) -> list[str]:
        return list(self.damage)

    def _newest(self) -> list[Document]:
        numbered = sorted(enumerate(self._documents.values()), key=lambda each: (each[1].imported_at, each[0]), reverse=True)
        return [document for _, document in numbered]

    def _text(self, document_id: str, chunk: Chunk) -> str:
        return chunk.embedded_text(self._documents[document_id].title)

    def _number(self, known: dict[str, int], document: Document, chunk: Chunk) -> int:
        number = known.pop(self._text(document.id, chunk), self._next)
        self._next += number == self._next
        return number

    def _forget_vectors(self) -> None:
        present = {number for chunks in self.chunks_of.values() for number, _ in chunks}
        self.vectors = {number: vector for number, vector in self.vectors.items() if number in present}

    def _passing(self, filters: Filters) -> list[IndexedChunk]:
        return [
            IndexedChunk(number, name, self._documents[name].title, chunk)
            for name in sorted(self.filtered_documents(filters))
            for number, chunk in self.chunks_of[name]
        ]


def _best(found: list[RankedChunk], limit: int) -> list[RankedChunk]:
    return sorted(found, key=lambda each: (-each.score, each.document_id, each.position))[:limit]


def _meets(row: LedgerRow, query: LedgerQuery) -> bool:
    return (
        query.job in ("", row.job)
        and (not query.outcomes or row.outcome in query.outcomes)
        and (not query.attention or row.truncated or row.outcome in _UNREAD or (row.outcome is Outcome.IMPORTED and bool(row.reason)))
        and query.text.lower() in f"{row.path}\n{row.reason}".lower()
    )


def _date(document: Document) -> str:
    return document.published or document.imported_at[:10]


def _passes(document: Document, filters: Filters) -> bool:
    date = _date(document)
    return (
        (filters.since is None or date >= filters.since)
        and (filters.until is None or date <= filters.until)
        and (filters.tlp_max is None or document.tlp in Marking.up_to(filters.tlp_max))
        and set(filters.tags) <= set(document.tags)
        and (not filters.formats or document.source_format in filters.formats)
        and (not filters.documents or document.id in filters.documents)
    )


def _said(clauses: Iterable[Clause]) -> list[str]:
    return [(leaf if isinstance(leaf, str) else leaf.text).lower() for clause in clauses for leaf in leaves(clause)]


def _by_frequency(values: Iterable[str]) -> tuple[str, ...]:
    counted = Counter(values)
    return tuple(sorted(counted, key=lambda each: (-counted[each], each)))
