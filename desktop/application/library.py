"""The documents of a vault: list, read, correct, mark, delete, bring back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from desktop.application.csv_tables import write_table
from desktop.application.gate import MarkingGate
from desktop.application.ingest.maintenance import Maintenance
from desktop.application.ingest.page_texts import add_page_texts, page_texts_added
from desktop.application.ledger_csv import ledger_csv
from desktop.application.ports import (
    AuditEntry,
    AuditLog,
    DocumentQuery,
    DocumentStore,
    IndexReader,
    IndexWriter,
    LedgerQuery,
    StoredDocument,
    TextReader,
    TrashedDocument,
)
from desktop.application.rewriting import Rewrite, Rewriting
from desktop.application.succession import Succession
from desktop.application.surroundings import surroundings_of
from desktop.domain.changes import Changes
from desktop.domain.chunk import content_hash
from desktop.domain.document import BY_PERSON, Document, DocumentSummary, Facets
from desktop.domain.errors import CofferError, DocumentChanged, DocumentNotFound, UsageError
from desktop.domain.import_job import ImportJob
from desktop.domain.leaving import Exit, Outgoing
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.marking import Marking
from desktop.domain.reading import Surroundings

_GRADE = re.compile(r"[A-F][1-6]")


class Library:
    """What the document list, the reader, the trash and the list of imports ask for."""

    def __init__(
        self,
        store: DocumentStore,
        writer: IndexWriter,
        reader: IndexReader,
        maintenance: Maintenance,
        audit: AuditLog,
        texts: TextReader | None = None,
        gate: MarkingGate | None = None,
    ) -> None:
        self._store = store
        self._texts = texts or store
        self._gate = gate
        self._writer = writer
        self._reader = reader
        self._maintenance = maintenance
        self._audit = audit
        self._rewriting = Rewriting(store, writer, reader, maintenance, audit)
        self._succession = Succession(store, reader)

    # --- reading ---

    def rows(self, query: DocumentQuery) -> tuple[DocumentSummary, ...]:
        """Rows of the document list."""
        return self._reader.documents(query)

    def count(self, query: DocumentQuery) -> int:
        """How many rows there are, whatever stretch of them is asked for."""
        return self._reader.count_documents(query)

    def facets(self) -> Facets:
        """The tags and formats that a list or a search can be limited to."""
        return self._reader.facets()

    def read(self, document_id: str) -> StoredDocument:
        """A document, or a fact, as its file holds it; DocumentNotFound if there is none."""
        return self._texts.read(document_id)

    def unheeded_markings(self, document_ids: Sequence[str]) -> Mapping[str, Marking]:
        """Of these documents and facts those whose text bears a stricter marking than they have, with that marking."""
        return self._reader.unheeded_markings(document_ids)

    def around(self, document: Document) -> Surroundings:
        """The documents around one: its versions, what it came out of, what came out of it."""
        return surroundings_of(document, self._store, self._reader)

    # --- changing ---

    def update(
        self,
        document_ids: Iterable[str],
        *,
        tlp: Marking | None = None,
        grade: str | None = None,
        add_tags: Sequence[str] = (),
        remove_tags: Sequence[str] = (),
    ) -> Changes:
        """Mark, grade and tag documents; what is None stays as it is, an empty grade is taken away.

        The problems name documents that are gone, or whose front matter cannot be understood; those are left as they are.
        """
        grade = _checked_grade(grade)
        added, removed = _clean(add_tags), set(_clean(remove_tags))
        rewrites: list[Rewrite] = []

        def prepare(document_id: str) -> Changes:
            old = self._store.read(document_id).document
            tags = tuple(tag for tag in dict.fromkeys((*old.tags, *added)) if tag not in removed)
            new = replace(old, tlp=tlp or old.tlp, grade=old.grade if grade is None else grade or None, tags=tags)
            rewrites.append(Rewrite(old, new, "update"))
            return Changes()

        missing = _for_each(document_ids, prepare)
        return self._rewriting.apply(rewrites) | missing

    def rename(self, document_id: str, title: str) -> Changes:
        """Give a document another title; its id stays. UsageError if the title is empty or the front matter cannot be understood."""
        title = " ".join(title.split())
        if not title:
            raise UsageError("A document needs a title.", "Write at least one letter.")
        old = self._store.read(document_id).document
        changes = self._rewriting.apply([Rewrite(old, _titled(old, title), "rename")])
        if changes.problems:
            raise UsageError(changes.problems[0])
        return changes

    def edit(self, document_id: str, body: str, *, begun_from: str) -> Changes:
        """Replace a document's text by what a person made of it; it can be searched at once.

        `begun_from` is the text that the person began with. What OCR read meanwhile on pages that they left blank is kept:
        DocumentChanged if the file says anything else by now, and nothing is written.
        """
        found = self._store.read(document_id).body
        if found != begun_from:
            texts = page_texts_added(begun_from, found)
            body, refused = add_page_texts(body, texts, only_empty=True)
            if refused or not texts:
                raise DocumentChanged(
                    f"{document_id} was changed by another program while you edited it.",
                    "Copy your text, open the document again, and make your changes in the text that is there now.",
                )
        return self._write(document_id, found, body, "edit")

    def version(self, document_id: str, body_sha256: str) -> str | None:
        """A text of a document by its hash, today's included; None where it is not kept."""
        body = self._store.read(document_id).body
        return body if content_hash(body) == body_sha256 else self._store.version(document_id, body_sha256)

    def put_back(self, document_id: str, body_sha256: str, action: str = "revert") -> Changes:
        """Make an earlier text of a document the present one; UsageError where it is not kept."""
        body = self.version(document_id, body_sha256)
        if body is None:
            raise UsageError(
                f"That text of {document_id} is not kept.",
                "Texts that a person wrote or replaced are kept until the trash is emptied; what other programs replaced is not.",
            )
        return self._write(document_id, self._store.read(document_id).body, body, action)

    def _write(self, document_id: str, before: str, body: str, action: str) -> Changes:
        if body == before:
            return Changes()
        self._store.rewrite(document_id, body, edited=True)
        self._audit.append(action, document_id, before=content_hash(before), body_sha256=content_hash(body))
        self._maintenance.index_document(document_id)
        return Changes(frozenset({document_id}))

    # --- the trash ---

    def delete(self, *document_ids: str) -> Changes:
        """Move documents and their originals to the trash; versions beside them are linked with each other.

        Raises where none could be moved; else the problems say which could not, and why.
        """
        return _for_each(document_ids, self._delete)

    def restore(self, *document_ids: str) -> Changes:
        """Bring documents back from the trash, as `delete` took them; they can be found by keyword at once."""
        return _for_each(document_ids, self._restore)

    def trashed(self) -> tuple[TrashedDocument, ...]:
        """What is in the trash, newest first."""
        return self._store.trashed()

    def empty_trash(self, document_ids: Sequence[str] | None = None) -> int:
        """Remove for good what is in the trash, all of it or these; returns how many documents that were."""
        chosen = [each for each in self._store.trashed() if document_ids is None or each.document_id in document_ids]
        removed = self._store.empty_trash(document_ids)
        self._audit.append_all([AuditEntry("remove", each.document_id, {"title": each.title, "bytes": each.size}) for each in chosen])
        self._relink(self._succession.parted_for_good(each.document_id for each in chosen))
        return removed

    # --- imports ---

    def ledger(self, query: LedgerQuery) -> tuple[LedgerRow, ...]:
        """Rows of the ledger, those of the newest import first."""
        return self._reader.ledger(query)

    def still_failing(self, job: str = "", case: str = "") -> tuple[LedgerRow, ...]:
        """Rows of an import (of all, if none is named) that failed, but for files of which a later row tells something better."""
        query = LedgerQuery(job, (Outcome.FAILED,), case=case)
        failed = self._reader.ledger(replace(query, limit=self._reader.count_ledger(query)))
        newest: dict[str, LedgerRow] = {}
        for row in self._reader.ledger(LedgerQuery(limit=self._reader.count_ledger(LedgerQuery()))) if failed else ():
            newest.setdefault(row.path, row)
        return tuple(row for row in failed if newest[row.path].outcome is Outcome.FAILED)

    def count_ledger(self, query: LedgerQuery) -> int:
        """How many rows of the ledger there are, whatever stretch of them is asked for."""
        return self._reader.count_ledger(query)

    def count_outcomes(self, job: str = "", case: str = "") -> dict[Outcome, int]:
        """Rows of the ledger for each outcome: of an import, or of all; of a case alone, if one is named."""
        return self._reader.count_outcomes(job, case)

    def jobs(self, case: str = "") -> tuple[ImportJob, ...]:
        """The newest imports, newest first; if a case is named, those that have to do with it."""
        return self._reader.import_jobs(case=case)

    def export_ledger(self, query: LedgerQuery, target: Path) -> None:
        """Write rows of the ledger to a CSV file outside the vault, without those of documents that may not leave.

        StorageProblem if it cannot be written.
        """
        rows = self._reader.ledger(query)
        if self._gate:
            outgoing = [Outgoing(row.path, (row.document_id,) if row.document_id else ()) for row in rows]
            rows = tuple(rows[place] for place in self._gate.examine(Exit.CSV, outgoing).allowed)
        write_table(ledger_csv(rows), target)

    def _delete(self, document_id: str) -> Changes:
        document = self._try_to_read(document_id)
        others = self._succession.without(document) if document else []
        self._store.trash(document_id)
        self._audit.append("delete", document_id)
        self._writer.remove_documents([document_id])
        return Changes(frozenset({document_id})) | self._relink(others)

    def _restore(self, document_id: str) -> Changes:
        self._store.restore(document_id)
        document = self._try_to_read(document_id)
        if document is not None:
            self._maintenance.index_document(document_id)
        self._audit.append("restore", document_id)
        others = self._succession.with_again(document) if document else []
        return Changes(frozenset({document_id})) | self._relink(others)

    def _relink(self, documents: Sequence[Document]) -> Changes:
        return self._rewriting.apply([Rewrite(self._store.read(each.id).document, each, "link") for each in documents])

    def _try_to_read(self, document_id: str) -> Document | None:
        """A document; None where only its original is left."""
        try:
            return self._store.read(document_id).document
        except DocumentNotFound:
            return None


def _for_each(document_ids: Iterable[str], carry_out: Callable[[str], Changes]) -> Changes:
    """Do something to each of these; raises the first failure if nothing could be done to any of them."""
    changes, failures = Changes(), []
    ids = list(dict.fromkeys(document_ids))
    for document_id in ids:
        try:
            changes |= carry_out(document_id)
        except CofferError as failure:
            failures.append(failure)
    if ids and len(failures) == len(ids):
        raise failures[0]
    return changes | Changes(problems=tuple(dict.fromkeys(f"{each.message} {each.hint}".strip() for each in failures)))


def _clean(tags: Iterable[str]) -> list[str]:
    return [tag for each in tags if (tag := " ".join(each.split()))]


def _titled(document: Document, title: str) -> Document:
    """The document with a title of which is known that a person gave it."""
    return replace(document, title=title, origins=tuple((dict(document.origins) | {"title": BY_PERSON}).items()))


def _checked_grade(grade: str | None) -> str | None:
    if not grade:
        return grade
    if not _GRADE.fullmatch(grade.strip().upper()):
        raise UsageError(f"{grade!r} is no grade.", "An Admiralty grade is a letter from A to F and a digit from 1 to 6, as in B2.")
    return grade.strip().upper()
