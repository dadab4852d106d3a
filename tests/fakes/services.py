"""A vault's services in memory: what the window needs, each as small as can be, with failures on request."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from desktop.adapters.board_files import BoardFiles
from desktop.adapters.layouts.numpy_layout import NumpyLayout
from desktop.application.answer.answerer import Answerer
from desktop.application.audit_trail import AuditTrail
from desktop.application.cases.case_bundles import CaseBundles
from desktop.application.document_history import DocumentHistory
from desktop.application.exchange.backup import BackupManifest, Backups, Rebuilt
from desktop.application.exchange.graph_exports import GraphExports
from desktop.application.exchange.graph_parts import GraphParts
from desktop.application.exchange.stix_exchange import StixExchange
from desktop.application.gate import MarkingGate
from desktop.application.graph.decisions import Decisions
from desktop.application.graph.descriptions import Descriptions
from desktop.application.graph.exploring import GraphExplorer
from desktop.application.graph.named_graphs import NamedGraphs
from desktop.application.graph.ordered_ways import OrderedPaths
from desktop.application.graph.pack_updates import PackUpdates
from desktop.application.graph.picture_sources import PictureSources
from desktop.application.graph.picturing import Picturing
from desktop.application.graph.placing import Placing
from desktop.application.graph.review import Review
from desktop.application.graph.telling import Telling
from desktop.application.graph.timelines import Timelines
from desktop.application.ingest.backlog import EmbeddingBacklog
from desktop.application.ingest.extracting import EntitiesFound, ExtractionBacklog, ExtractionReport
from desktop.application.ingest.gathering import given_path
from desktop.application.ingest.importer import Importer
from desktop.application.ingest.maintenance import Maintenance, ReindexReport
from desktop.application.ingest.recognition import PagesRead, Recognition
from desktop.application.ingest.reconversion import Reconversion, ReconversionReport, Refused
from desktop.application.ingest.watching import WatchedFolders
from desktop.application.job import JobContext, Progress
from desktop.application.library import Library
from desktop.application.memory.board_exports import BoardExports
from desktop.application.memory.boards import Boards
from desktop.application.originals import Originals
from desktop.application.ports import DocumentQuery, LedgerQuery, StoredDocument, TextReader, TrashedDocument
from desktop.application.providers import Providers
from desktop.application.retrieve.searcher import Searcher
from desktop.application.sample_case import SampleCase, SampleFilled
from desktop.application.services import GraphDesk, ModelDesk, Services
from desktop.application.settings import MarkingSettings, Settings
from desktop.application.stick import StickDesk
from desktop.application.trash_bin import TrashBin
from desktop.domain.answer import Answer, AnswerKind, AnswerSentence, Citation, Timing, Verdict
from desktop.domain.changes import Changes
from desktop.domain.document import Document, DocumentSummary, Facets
from desktop.domain.document_history import DocumentEvent
from desktop.domain.embedding_model import EmbeddingModel, VectorState
from desktop.domain.errors import CofferError, DocumentNotFound, ModelUnavailable, PasswordNeeded, TextEdited
from desktop.domain.import_job import ImportJob, ImportOptions
from desktop.domain.language_model import ModelFile
from desktop.domain.ledger import Ledger, LedgerRow, Outcome, count_outcomes
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters, Mode, Passage, Query, Route, RouteScore, SearchResult
from desktop.domain.reading import ALONE, Box, OriginalKind, PageImage, Surroundings
from desktop.domain.source import SourceState
from desktop.domain.vault import VaultPaths
from tests.fakes.case_bundles import FakeBundles
from tests.fakes.facts_vault import FactsVault
from tests.fakes.generator import ScriptedGenerator
from tests.fakes.lexicon import Tables
from tests.fakes.memory_candidates import MemoryCandidates
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.memory_graphs import MemoryGraphs
from tests.fakes.memory_packs import MemoryPacks
from tests.fakes.memory_secrets import MemorySecrets, MemoryState
from tests.fakes.reports import GraphsVault, reports_of
from tests.fakes.scripted_provider import ScriptedProvider
from tests.fakes.search_desk import DeskVault
from tests.fakes.searchable_index import SearchableIndex
from tests.fakes.stick import FakeStick

BODY = "# Report\n\nThe actors used Headlace against three ministries.\n"


def make_summary(number: int, title: str = "", *, format_name: str = "pdf", tlp: Marking = Marking.CLEAR) -> DocumentSummary:
    """A row of the document list, told from others by its number."""
    document = Document(
        id=f"report-{number:06d}",
        title=title or f"Report {number:06d}",
        source_filename=f"report-{number:06d}.{format_name}",
        source_format=format_name,
        source_sha256=f"{number:064x}",
        converter="fake 1",
        imported_at=f"2026-11-{1 + number % 28:02d}T10:00:00Z",
        pages=number % 40 + 1,
        tlp=tlp,
    )
    return DocumentSummary(document, characters=1000 + number, chunks=3)


@dataclass
class FakeLibrary:
    """Documents in a list; `failure` is raised by the next call, or by the one after `calls_left` more."""

    summaries: list[DocumentSummary] = field(default_factory=list)
    bodies: dict[str, str] = field(default_factory=dict)
    rows_of_ledger: tuple[LedgerRow, ...] = ()
    jobs_of_ledger: tuple[ImportJob, ...] = ()
    failure: Exception | None = None
    queries: list[DocumentQuery] = field(default_factory=list)
    in_trash: dict[str, DocumentSummary] = field(default_factory=dict)
    updates: list[tuple[object, ...]] = field(default_factory=list)
    renamed: list[tuple[str, str]] = field(default_factory=list)
    unheeded: dict[str, Marking] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    calls_left: int = 0
    surroundings: dict[str, Surroundings] = field(default_factory=dict)

    def rows(self, query: DocumentQuery) -> tuple[DocumentSummary, ...]:
        self._fail_if_told()
        self.queries.append(query)
        return tuple(self._matching(query)[query.offset : query.offset + query.limit])

    def count(self, query: DocumentQuery) -> int:
        return len(self._matching(query))

    def facets(self) -> Facets:
        return Facets(tuple(dict.fromkeys(tag for each in self.summaries for tag in each.document.tags)), ("pdf",))

    def read(self, document_id: str) -> StoredDocument:
        self._fail_if_told()
        for summary in self.summaries:
            if summary.document.id == document_id:
                return StoredDocument(summary.document, self.bodies.get(document_id, BODY), 0, {}, None)
        raise DocumentNotFound(f"There is no document {document_id}.")

    def unheeded_markings(self, document_ids: Sequence[str]) -> dict[str, Marking]:
        return {name: marking for name, marking in self.unheeded.items() if name in document_ids}

    def around(self, document: Document) -> Surroundings:
        return self.surroundings.get(document.id, ALONE)

    def update(
        self,
        document_ids: Sequence[str],
        *,
        tlp: Marking | None,
        grade: str | None,
        add_tags: Sequence[str],
        remove_tags: Sequence[str],
    ) -> Changes:
        self._fail_if_told()
        self.updates.append((tuple(document_ids), tlp, grade, tuple(add_tags), tuple(remove_tags)))
        return Changes(frozenset(document_ids), self.problems)

    def rename(self, document_id: str, title: str) -> Changes:
        self._fail_if_told()
        self.renamed.append((document_id, title))
        return Changes(frozenset({document_id}))

    def edit(self, document_id: str, body: str, *, begun_from: str) -> Changes:
        self._fail_if_told()
        self.bodies[document_id] = body
        return Changes(frozenset({document_id}))

    def put_back(self, document_id: str, body_sha256: str) -> Changes:
        self._fail_if_told()
        self.bodies[document_id] = body_sha256
        return Changes(frozenset({document_id}))

    def delete(self, *document_ids: str) -> Changes:
        self._fail_if_told()
        for document_id in document_ids:
            summary = next(each for each in self.summaries if each.document.id == document_id)
            self.summaries.remove(summary)
            self.in_trash[document_id] = summary
        return Changes(frozenset(document_ids))

    def restore(self, *document_ids: str) -> Changes:
        self._fail_if_told()
        self.summaries += [self.in_trash.pop(document_id) for document_id in document_ids]
        return Changes(frozenset(document_ids))

    def trashed(self) -> tuple[TrashedDocument, ...]:
        return tuple(TrashedDocument(name, each.document.title, "2026-12-01T08:00:00Z", 1000) for name, each in self.in_trash.items())

    def empty_trash(self, document_ids: Sequence[str] | None = None) -> int:
        gone = list(self.in_trash) if document_ids is None else list(document_ids)
        for document_id in gone:
            del self.in_trash[document_id]
        return len(gone)

    def jobs(self, case: str = "") -> tuple[ImportJob, ...]:
        named = {row.job for row in self._ledger_rows(LedgerQuery(case=case))}
        return tuple(each for each in self.jobs_of_ledger if not case or each.id in named)

    def ledger(self, query: LedgerQuery) -> tuple[LedgerRow, ...]:
        self._fail_if_told()
        return tuple(self._ledger_rows(query)[query.offset : query.offset + query.limit])

    def still_failing(self, job: str = "", case: str = "") -> tuple[LedgerRow, ...]:
        self._fail_if_told()
        return tuple(self._ledger_rows(LedgerQuery(job, (Outcome.FAILED,), case=case)))

    def count_ledger(self, query: LedgerQuery) -> int:
        return len(self._ledger_rows(query))

    def count_outcomes(self, job: str = "", case: str = "") -> dict[Outcome, int]:
        return count_outcomes(self._ledger_rows(LedgerQuery(job, case=case)))

    def export_ledger(self, query: LedgerQuery, target: Path) -> None:
        self._fail_if_told()
        target.write_text("".join(f"{row.outcome},{row.path}\n" for row in self.ledger(query)), encoding="utf-8")

    def _ledger_rows(self, query: LedgerQuery) -> list[LedgerRow]:
        tags = {each.document.id: each.document.tags for each in self.summaries}
        given = {job.id: job.options.tags for job in self.jobs_of_ledger}
        return [
            row
            for row in self.rows_of_ledger
            if (not query.job or row.job == query.job)
            and (not query.outcomes or row.outcome in query.outcomes)
            and (not query.attention or row.outcome in (Outcome.FAILED, Outcome.SKIPPED))
            and query.text in row.path + row.reason
            and (not query.case or query.case in tags.get(row.document_id or "", ()) or query.case in given.get(row.job, ()))
        ]

    def _matching(self, query: DocumentQuery) -> list[DocumentSummary]:
        text = query.text.lower()
        documents = [each for each in self.summaries if set(query.tags) <= set(each.document.tags)]
        inside = [each for each in documents if query.parent in ("", each.document.parent)]
        found = [each for each in inside if text in each.document.title.lower() or text in each.document.source_filename.lower()]
        return sorted(found, key=lambda each: _sort_key(each, query.sort), reverse=query.descending)

    def fail_after(self, calls: int, failure: Exception) -> None:
        self.calls_left, self.failure = calls, failure

    def _fail_if_told(self) -> None:
        if self.failure and self.calls_left <= 0:
            failure, self.failure = self.failure, None
            raise failure
        self.calls_left -= 1


@dataclass
class FakeDocumentHistory:
    """Tells of one change of each document's text, and takes back what it is asked to."""

    library: FakeLibrary
    undone: list[tuple[str, ...]] = field(default_factory=list)
    events: tuple[DocumentEvent, ...] = (DocumentEvent("2026-12-01T08:00:00Z", "Ana", "edit", before="aa", after="bb", kept=True),)

    def of(self, document_id: str) -> tuple[DocumentEvent, ...]:
        return self.events

    def compare(self, document_id: str, body_sha256: str) -> str:
        return f"-{body_sha256} of {document_id}"

    def undo(self, document_ids: Sequence[str]) -> Changes:
        self.library._fail_if_told()
        self.undone.append(tuple(document_ids))
        return Changes(frozenset(document_ids))


SORTS: dict[str, Callable[[DocumentSummary], str | int | None]] = {
    "id": lambda each: each.document.id,
    "title": lambda each: each.document.title,
    "format": lambda each: each.document.source_format,
    "pages": lambda each: each.document.pages,
    "published": lambda each: each.document.published,
    "imported_at": lambda each: each.document.imported_at,
    "tlp": lambda each: each.document.tlp.rank,
    "characters": lambda each: each.characters,
}
"""The names the real index sorts by, of those the list has a column for; any other is a KeyError."""


def _sort_key(summary: DocumentSummary, sort: str) -> tuple[str, str]:
    value = SORTS[sort](summary)
    return (f"{value:08d}" if isinstance(value, int) else value or "", summary.document.id)


@dataclass
class FakeImporter:
    """Imports every path as a document, except those whose name says `fail`, `locked` or `again`; at `stop` it calls `on_stop`."""

    library: FakeLibrary
    failure: Exception | None = None
    on_stop: Callable[[], None] | None = None
    calls: list[tuple[Path, ...]] = field(default_factory=list)
    options: list[ImportOptions] = field(default_factory=list)
    waiting: dict[str, tuple[Path, ...]] = field(default_factory=dict)
    resumed: list[str] = field(default_factory=list)
    links: list[tuple[str, str, str]] = field(default_factory=list)

    def import_paths(self, context: JobContext, paths: Sequence[Path], options: ImportOptions) -> Ledger:
        self.calls.append(tuple(paths))
        self.options.append(options)
        return self._import_all(context, f"job-{len(self.calls)}", tuple(paths))

    def import_again(self, context: JobContext, rows: Sequence[LedgerRow], passwords: tuple[str, ...]) -> Ledger:
        return self.import_paths(context, list(dict.fromkeys(map(given_path, rows))), ImportOptions(passwords=passwords))

    def resume(self, context: JobContext, job: str) -> Ledger:
        self.resumed.append(job)
        return self._import_all(context, job, self.waiting.pop(job, ()))

    def abandon(self, job: str) -> None:
        self.waiting.pop(job, None)

    def link_versions(self, old: str, new: str) -> Changes:
        return self._change_link("link", old, new)

    def unlink_versions(self, old: str, new: str) -> Changes:
        return self._change_link("unlink", old, new)

    def _change_link(self, action: str, old: str, new: str) -> Changes:
        if self.failure:
            raise self.failure
        self.links.append((action, old, new))
        return Changes(frozenset({old, new}))

    def unfinished(self) -> tuple[ImportJob, ...]:
        return tuple(make_job(job, waiting=len(paths)) for job, paths in self.waiting.items())

    def _import_all(self, context: JobContext, job: str, paths: tuple[Path, ...]) -> Ledger:
        rows: list[LedgerRow] = []
        self.library.jobs_of_ledger = (make_job(job), *(each for each in self.library.jobs_of_ledger if each.id != job))
        for done, path in enumerate(paths):
            context.report(Progress("import", done, len(paths), path.name))
            if context.cancel.cancelled:
                self.waiting[job] = paths[done:]
                left = (LedgerRow(str(each), Outcome.SKIPPED, "Stopped before it was read.", job=job) for each in paths[done:])
                return Ledger((*rows, *left), 0.1, job)
            if self.failure:
                self.waiting[job] = paths[done:]
                raise self.failure
            rows.append(replace(self._import(path), job=job))
            self.library.rows_of_ledger = (rows[-1], *self.library.rows_of_ledger)
            context.emit(rows[-1])
            if "stop" in path.name and self.on_stop:
                self.on_stop()
        context.report(Progress("import", len(paths), len(paths)))
        return Ledger(tuple(rows), 0.1, job)

    def _import(self, path: Path) -> LedgerRow:
        if "fail" in path.name:
            return LedgerRow(str(path), Outcome.FAILED, "The file is damaged: it ends in the middle of a table.")
        if "locked" in path.name:
            return LedgerRow(str(path), Outcome.FAILED, "It needs a password.", problem="password_needed")
        if "again" in path.name:
            return LedgerRow(str(path), Outcome.DUPLICATE, "The same file is already in the vault.")
        summary = make_summary(len(self.library.summaries) + 1, path.stem)
        self.library.summaries.append(summary)
        return LedgerRow(str(path), Outcome.IMPORTED, document_id=summary.document.id, pages=summary.document.pages, characters=1000)


def make_job(name: str, **fields: Any) -> ImportJob:
    """An import of one folder, on 1 December 2026 in the morning."""
    return ImportJob(name, "2026-12-01T08:00:00Z", ("/cases",), **{"files": 4, **fields})


@dataclass
class FakeRecognition:
    """Pages that wait for OCR, read one at a time."""

    waiting: int = 0
    failure: Exception | None = None
    runs: int = 0

    def pending(self) -> int:
        return self.waiting

    def read_pending(self, context: JobContext) -> object:
        self.runs += 1
        total = self.waiting
        while self.waiting:
            context.cancel.raise_if_cancelled()
            if self.failure:
                raise self.failure
            self.waiting -= 1
            context.report(Progress("recognise", total - self.waiting, total))
            context.emit(PagesRead(f"scan-{self.waiting}", None))
        return total


@dataclass
class FakeReconversion:
    """Converts every document again, except those `refused` says why not; one error is gone once its condition is met."""

    refused: dict[str, CofferError] = field(default_factory=dict)
    failure: Exception | None = None
    wishes: list[tuple[tuple[str, ...], bool, tuple[str, ...]]] = field(default_factory=list)

    def convert_again(
        self, context: JobContext, document_ids: Sequence[str], *, discard_edits: bool, passwords: Sequence[str]
    ) -> ReconversionReport:
        self.wishes.append((tuple(document_ids), discard_edits, tuple(passwords)))
        if self.failure:
            raise self.failure
        context.report(Progress("convert", 0, len(document_ids), document_ids[0]))
        met: tuple[type[Exception], ...] = (TextEdited,) if discard_edits else ()
        met += (PasswordNeeded,) if "infected" in passwords else ()
        refused = {each: self.refused[each] for each in document_ids if each in self.refused and not isinstance(self.refused[each], met)}
        changes = Changes(frozenset(document_ids) - refused.keys())
        context.emit(changes)
        return ReconversionReport(changes, tuple(Refused(each, error) for each, error in refused.items()))


@dataclass
class FakeBacklog:
    """Chunks that wait, embedded four at a time."""

    waiting: int = 0
    failure: Exception | None = None
    runs: int = 0
    vectors: VectorState = field(default_factory=lambda: VectorState("letters-1", "letters-1", 0))

    def pending(self) -> int:
        return self.waiting

    def state(self) -> VectorState:
        return self.vectors

    def embed_pending(self, context: JobContext) -> object:
        self.runs += 1
        total = self.waiting
        while self.waiting:
            context.cancel.raise_if_cancelled()
            if self.failure:
                raise self.failure
            self.waiting = max(0, self.waiting - 4)
            context.report(Progress("embed", total - self.waiting, total))
        return total


@dataclass
class FakeExtraction:
    """Documents that wait to be read for names, done at once."""

    waiting: int = 0
    failure: Exception | None = None

    def pending(self) -> int:
        return self.waiting

    def extract_pending(self, context: JobContext) -> ExtractionReport:
        if self.failure:
            raise self.failure
        done, self.waiting = self.waiting, 0
        for each in range(done):
            context.emit(EntitiesFound(f"document-{each}"))
        context.report(Progress("extract", done, done))
        return ExtractionReport(done, 0)


@dataclass
class FakeMaintenance:
    """Says what it is told to say."""

    changes: Changes = field(default_factory=Changes)
    failure: Exception | None = None
    runs: int = 0
    problems: tuple[str, ...] = ()
    rebuilds: int = 0
    states: tuple[SourceState, ...] = ()

    def check_sources(self, context: JobContext) -> tuple[SourceState, ...]:
        context.report(Progress("check", 1, 2, "a.pdf"))
        self._fail_if_told()
        return self.states

    def synchronise(self, context: JobContext) -> Changes:
        self.runs += 1
        self._fail_if_told()
        for done, each in enumerate(sorted(self.changes.documents)):
            context.report(Progress("index", done, len(self.changes.documents), each))
            context.emit(Changes(frozenset({each})))
        return self.changes

    def verify(self, context: JobContext) -> tuple[str, ...]:
        context.report(Progress("verify", 1, 2, "a"))
        self._fail_if_told()
        return self.problems

    def reindex(self, context: JobContext, full: bool) -> ReindexReport:
        context.cancel.raise_if_cancelled()
        self.rebuilds += full
        return ReindexReport(12, 3456, 0, 0, 0.5)

    def _fail_if_told(self) -> None:
        if self.failure:
            raise self.failure


@dataclass
class FakeSearcher:
    """Finds the query's text in every document."""

    library: FakeLibrary
    failure: Exception | None = None
    fallback: Mode | None = None
    notice: str = ""
    prepared: int = 0
    queries: list[Query] = field(default_factory=list)
    woken: int = 0

    def wake(self, context: JobContext) -> None:
        context.cancel.raise_if_cancelled()
        if self.failure:
            raise self.failure
        self.woken += 1

    def vectors(self) -> int:
        return 1

    def prepare(self, context: JobContext) -> int:
        self.prepared += 1
        return 0

    def search(self, context: JobContext, query: Query) -> SearchResult:
        context.cancel.raise_if_cancelled()
        self.queries.append(query)
        if self.failure:
            raise self.failure
        hits = tuple(make_passage(summary, self.library.bodies.get(summary.document.id, BODY)) for summary in self.library.summaries)
        return SearchResult(query.text, query.mode, hits[: query.limit], 0.012, self.fallback, notice=self.notice)


def make_passage(summary: DocumentSummary, body: str) -> Passage:
    """The first paragraph of a body, as a hit."""
    start = body.index("The ")
    text = body[start:].split("\n", 1)[0]
    routes = {Route.KEYWORD: RouteScore(1, 9.5)}
    return Passage(summary.document.id, summary.document.title, 0, 1, start, start + len(text), text, 0.9, routes, ((0, 3),))


@dataclass
class FakeAnswerer:
    """Answers with a sentence of the first document, after showing it as a partial answer."""

    library: FakeLibrary
    failure: Exception | None = None
    questions: list[str] = field(default_factory=list)
    about: list[tuple[str, ...]] = field(default_factory=list)

    def ask(
        self,
        context: JobContext,
        question: str,
        *,
        use_model: bool = True,
        filters: Filters = Filters(),  # noqa: B008 - a frozen value
        about: Sequence[str] = (),
    ) -> Answer:
        self.questions.append(question)
        self.about.append(tuple(about))
        if self.failure:
            raise self.failure
        passage = make_passage(self.library.summaries[0], BODY)
        citation = Citation(passage.document_id, 1, passage.start, passage.end, passage.text, Verdict.VERIFIED)
        sentence = AnswerSentence(passage.text, (citation,))
        subjects = tuple(re.findall(r"\b[A-Z]\w+\d+", question))
        partial = Answer(question, AnswerKind.EXTRACT, (sentence,), 0.7, None, (), (passage,), Timing(0.1, None, 0.1))
        partial = replace(partial, subjects=subjects or tuple(about), about=() if subjects else tuple(about))
        context.emit(partial)
        context.cancel.raise_if_cancelled()
        return replace(partial, kind=AnswerKind.SYNTHESIS, model="fake")


@dataclass
class FakeOriginals:
    """One kind of original for every document."""

    original: OriginalKind = OriginalKind.PDF
    content: bytes = b"plain text"
    failure: CofferError | None = None

    def kind(self, document_id: str) -> OriginalKind:
        return self.original

    def page_count(self, document_id: str) -> int:
        self._fail_if_told()
        return 3

    def render(self, document_id: str, page: int, width: int) -> PageImage:
        self._fail_if_told()
        return PageImage(WHITE_PIXEL, 1, 1)

    def locate(self, document_id: str, page: int, quote: str) -> tuple[Box, ...]:
        return (Box(0.1, 0.2, 0.9, 0.25),)

    def read_bytes(self, document_id: str) -> bytes:
        self._fail_if_told()
        return self.content

    def _fail_if_told(self) -> None:
        if self.failure:
            raise self.failure


WHITE_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63f80f00010101001bb6ee560000000049454e44ae426082"
)


@dataclass
class FakeWatchedFolders:
    """Finds, at each scan, what the next of `found` says."""

    folders: tuple[Path, ...] = ()
    missing: tuple[Path, ...] = ()
    found: list[Ledger] = field(default_factory=list)

    def scan(self, _context: JobContext) -> Ledger:
        return self.found.pop(0) if self.found else Ledger((), 0.0)


class FakeBackupFiles:
    """Backups of one document; `written` are where they went."""

    def __init__(self) -> None:
        self.written: list[Path] = []

    def write(self, _root: Path, target: Path) -> BackupManifest:
        self.written.append(target)
        return self.read(target, target)

    def read(self, _archive: Path, _folder: Path) -> BackupManifest:
        return BackupManifest({"docs/a.md": "00"})


class FakeModels:
    """Files of language models: each is `file`, but one that is called bad.gguf; whichever is tested, `generator` answers."""

    def __init__(self) -> None:
        self.file = ModelFile("Tiny Heron", "llama", "", "Q4_1", 8192, 30, 3, 64, True, 98 * 2**20)
        self.generator = ScriptedGenerator("The ministry did not pay a ransom. [1]\n")
        self.tested: list[Path] = []
        self.secrets, self.permissions, self.server = MemorySecrets(), MemoryState(), ScriptedProvider()
        self.providers = Providers(self.secrets, self.permissions, self.server.generator, self.server.embedder)

    @property
    def desk(self) -> ModelDesk:
        return ModelDesk(
            Path("/app/bundled.gguf"), 400 * 2**20, self.describe, self.generator_of, lambda: self.providers, self.describe_embedder
        )

    def describe(self, context: JobContext, path: Path) -> ModelFile:
        if path.name == "bad.gguf":
            raise ModelUnavailable("bad.gguf is no GGUF file.", "Choose another file.")
        context.emit(self.file)
        context.report(Progress("hash", 49 * 2**20, self.file.bytes))
        context.cancel.raise_if_cancelled()
        return replace(self.file, sha256="ab12")

    def describe_embedder(self, folder: Path) -> EmbeddingModel:
        if folder.name == "bad":
            raise ModelUnavailable(f"The embedding model in {folder} is incomplete: model.onnx missing.", "Fetch it again.")
        return EmbeddingModel(folder.name, f"{folder.name}@ab12 mean", 768, "mean query='q: ' document='d: '", ("en",))

    def generator_of(self, path: Path) -> ScriptedGenerator:
        self.tested.append(path)
        return self.generator


@dataclass
class FakeSampleCase:
    """Three reports and a fact, put in as often as asked."""

    filled: int = 0

    def fill(self, _context: JobContext) -> SampleFilled:
        self.filled += 1
        rows = tuple(LedgerRow(f"/sample/{number}.txt", Outcome.IMPORTED, document_id=f"sample-{number}") for number in range(3))
        return SampleFilled(Ledger(rows, 0.0), frozenset({"a-fact"}))


@dataclass
class FakeVault:
    """Services over the fakes above, which a test can reach by name."""

    root: Path
    documents: int = 0
    writer: str = ""
    warnings: tuple[str, ...] = ()
    settings_failure: Exception | None = None
    changed_settings: list[tuple[str, str, object]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.library = FakeLibrary([make_summary(number) for number in range(1, self.documents + 1)])
        self.document_history = FakeDocumentHistory(self.library)
        self.importer = FakeImporter(self.library)
        self.extraction = FakeExtraction()
        self.backlog = FakeBacklog()
        self.watched = FakeWatchedFolders()
        self.recognition = FakeRecognition()
        self.reconversion = FakeReconversion()
        self.maintenance = FakeMaintenance()
        self.searcher = FakeSearcher(self.library)
        self.desk = DeskVault()
        self.index = SearchableIndex()
        self.graph = MemoryGraph(self.index)
        self.packs = MemoryPacks()
        self.graphs = MemoryGraphs()
        self.lexicon = Tables()
        self.answerer = FakeAnswerer(self.library)
        self.originals = FakeOriginals()
        self.facts = FactsVault()
        self.backups = Backups(FakeBackupFiles(), lambda _context, _root: Rebuilt(1, 0, ()))
        self.bundles = FakeBundles()
        self.stick = FakeStick()
        self.models = FakeModels()
        self.sample = FakeSampleCase()
        self.closed = 0

    def close(self) -> None:
        self.closed += 1

    def change_setting(self, section: str, name: str, value: bool | int | str | Sequence[str]) -> Settings:
        if self.settings_failure:
            raise self.settings_failure
        self.changed_settings.append((section, name, value))
        return Settings()

    @property
    def graph_desk(self) -> GraphDesk:
        decisions = Decisions(self.lexicon, self.graph, self.facts.memory, self.facts.audit)
        review = Review(MemoryCandidates(self.index, self.facts.index), decisions, self.facts.history, self.facts.documents)
        picturing = Picturing(self.graph, self.index)
        texts = cast("TextReader", self.library)
        gate = MarkingGate(self.facts.index, MarkingSettings())
        return GraphDesk(
            GraphExplorer(self.graph),
            cast("StixExchange", None),
            GraphExports(GraphParts(self.graph, self.index, gate), self.graph, cast("StixExchange", None), gate, self.facts.audit),
            decisions,
            review,
            cast("PackUpdates", None),
            picturing,
            Timelines(self.graph),
            OrderedPaths(self.graph, picturing),
            Telling(self.graph, texts, picturing, Descriptions(self.packs)),
            Placing(NumpyLayout()),
            PictureSources(self.graph, MarkingGate(self.facts.index, MarkingSettings())),
            NamedGraphs(self.graphs, picturing, self.facts.audit),
        )

    @property
    def services(self) -> Services:
        gate = MarkingGate(self.facts.index, MarkingSettings())
        boards = Boards(BoardFiles(VaultPaths(self.root)), self.facts.memory, gate, self.facts.audit)
        return Services(
            paths=VaultPaths(self.root),
            settings=Settings(),
            library=cast("Library", self.library),
            document_history=cast("DocumentHistory", self.document_history),
            importer=cast("Importer", self.importer),
            watched=cast("WatchedFolders", self.watched),
            recognition=cast("Recognition", self.recognition),
            reconversion=cast("Reconversion", self.reconversion),
            extraction=cast("ExtractionBacklog", self.extraction),
            backlog=cast("EmbeddingBacklog", self.backlog),
            maintenance=cast("Maintenance", self.maintenance),
            searcher=cast("Searcher", self.searcher),
            desk=self.desk.desk,
            graph=self.graph_desk,
            answerer=cast("Answerer", self.answerer),
            models=self.models.desk,
            originals=cast("Originals", self.originals),
            memory=self.facts.memory,
            fact_history=self.facts.history,
            notes=self.facts.notes,
            backups=self.backups,
            sample=cast("SampleCase", self.sample),
            bundles=cast("CaseBundles", self.bundles),
            stick=cast("StickDesk", self.stick),
            trash=TrashBin(cast("Library", self.library), self.facts.memory, self.desk.desk.threads, self.graph_desk.named, boards),
            gate=gate,
            audit=AuditTrail(self.facts.audit, gate),
            boards=boards,
            board_exports=BoardExports(BoardFiles(VaultPaths(self.root)), self.facts.memory, gate, self.facts.audit),
            reports=reports_of(self.facts, self.desk.desk.threads, gate, GraphsVault(self.facts, self.index, self.graphs, gate)),
            change_setting=self.change_setting,
            close=self.close,
            writer=self.writer,
            warnings=self.warnings,
        )
