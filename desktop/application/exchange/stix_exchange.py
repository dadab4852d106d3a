"""STIX and MISP in and out: a bundle is a document with its original, and what it states is in the graph on its own word."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from desktop.application.exchange.bundles import FORMATS
from desktop.application.exchange.graph_objects import GraphObjects
from desktop.application.job import JobContext, Progress
from desktop.application.outgoing_files import write_out
from desktop.application.ports import (
    AuditLog,
    BundleReader,
    BundleReading,
    BundleSource,
    DocumentExtraction,
    DocumentQuery,
    DocumentStore,
    FileStamp,
    GraphReader,
    IndexReader,
    IndexWriter,
    StoredDocument,
)
from desktop.domain.chunk import content_hash
from desktop.domain.document import Document, document_id
from desktop.domain.errors import InvalidBundle, UsageError
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters

_CONVERTER = "coffer-stix 1"


@dataclass(frozen=True, slots=True)
class ExchangeReport:
    """What became of the objects of an import or export; `changed` and `dropped` are sentences, each naming what it speaks of."""

    objects: int
    kept: int
    changed: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """What is given out: nothing marked above `tlp_max`, of documents that pass the filters; the graph of the other documents too.

    With `entities`, only these, as all these documents speak of them, and the relations between them; then no bundle is given out whole.
    """

    tlp_max: Marking | None = None
    filters: Filters = field(default_factory=Filters)
    entities: tuple[str, ...] = ()


class StixExchange:
    """Imports bundles and exports what the vault holds as one; `index` is how a stored document gets into the index."""

    def __init__(
        self,
        store: DocumentStore,
        writer: IndexWriter,
        reader: IndexReader,
        graph: GraphReader,
        bundles: BundleReader,
        index: Callable[[StoredDocument, FileStamp], object],
        audit: AuditLog,
        marking: Marking,
        largest: int,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._store = store
        self._writer = writer
        self._reader = reader
        self._graph = graph
        self._bundles = bundles
        self._index = index
        self._audit = audit
        self._marking = marking
        self._largest = largest
        self._clock = clock

    def import_files(self, context: JobContext, paths: Sequence[Path], tlp: Marking | None = None) -> ExchangeReport:
        """Take in bundles; one that is in the vault already changes nothing.

        InvalidBundle with the reason and the place if one is none; those before it are in the vault then.
        """
        report = ExchangeReport(0, 0)
        for done, path in enumerate(paths):
            context.report(Progress("import", done, len(paths), path.name))
            context.cancel.raise_if_cancelled()
            report = _together(report, self._import(context, path, tlp))
        context.report(Progress("import", len(paths), len(paths)))
        return report

    def export(self, context: JobContext, target: Path, choice: ExportChoice) -> ExchangeReport:
        """Write one STIX 2.1 bundle; StorageProblem if that cannot be done."""
        allowed = self._reader.filtered_documents(choice.filters)
        rows = [row.document for row in self._reader.documents(DocumentQuery(sort="imported_at", descending=False))]
        documents = [each for each in rows if each.id in allowed]
        whole = [each for each in documents if each.source_format in FORMATS and not choice.entities]
        others = [each for each in documents if each not in whole]
        sources = list(self._sources(iter(whole)))
        further = GraphObjects(self._graph, choice.tlp_max, choice.entities).of(context, others)
        merged = self._bundles.merge_bundles(sources, further, choice.tlp_max, context.cancel)
        write_out([(target, merged.content)], "Choose another place, or free some space.")
        self._audit.append("export", target.name, objects=merged.objects, tlp_max=str(choice.tlp_max) if choice.tlp_max else None)
        return ExchangeReport(merged.given, merged.objects, merged.changed, merged.dropped)

    def _sources(self, documents: Iterator[Document]) -> Iterator[BundleSource]:
        for document in documents:
            original = self._store.read(document.id).raw_path
            if original is not None:
                yield BundleSource(original, document.tlp)

    def _import(self, context: JobContext, path: Path, tlp: Marking | None) -> ExchangeReport:
        digest = self._digest(path)
        known = self._reader.document_for(digest)
        if known is not None and self._store.read(known).document.source_format not in FORMATS:
            raise UsageError(f"{path.name} is in the vault already, as the text {known}.", f"Delete that first: `coffer delete {known}`.")
        reading = self._bundles.read_bundle(path.absolute(), path.stem, context.cancel)
        if known is None:
            known = self._put(path, digest, reading, tlp)
        return ExchangeReport(reading.given, reading.kept, reading.changed, reading.dropped, (known,))

    def _put(self, path: Path, digest: str, reading: BundleReading, tlp: Marking | None) -> str:
        """Store a bundle as a document, index it, and put what it states into the graph."""
        marking = max(tlp or self._marking, reading.marking or Marking.CLEAR, key=lambda each: each.rank)
        document = Document(
            id=document_id(path.stem, digest),
            title=reading.title,
            source_filename=path.name,
            source_format=reading.format,
            source_sha256=digest,
            converter=_CONVERTER,
            imported_at=f"{self._clock():%Y-%m-%dT%H:%M:%SZ}",
            published=reading.published,
            tlp=marking,
            source_path=str(path.absolute()),
        )
        stamp = self._store.write(document, reading.body, path)
        self._audit.append("import", document.id, filename=path.name, sha256=digest)
        stored = self._store.read(document.id)
        self._index(stored, stamp)
        if stored.body == reading.body:
            self._writer.put_extractions([DocumentExtraction(document.id, content_hash(stored.body), reading.extracted)])
        return document.id

    def _digest(self, path: Path) -> str:
        try:
            if path.stat().st_size > self._largest:
                raise InvalidBundle(
                    f"{path.name} is larger than {self._largest // 1_000_000:,} MB.", "Raise imports.max_file_mb, or split it."
                )
            with path.open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise InvalidBundle(f"{path} cannot be read: {error.strerror or error}.", "Check its name and its permissions.") from error


def _together(one: ExchangeReport, other: ExchangeReport) -> ExchangeReport:
    return ExchangeReport(
        one.objects + other.objects,
        one.kept + other.kept,
        (*one.changed, *other.changed),
        (*one.dropped, *other.dropped),
        (*one.documents, *other.documents),
    )
