"""Finding what is wrong with a vault: files against index, hashes, versions, audit chain, database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from desktop.application.ingest.fingerprint import sha256_of
from desktop.application.job import JobContext, Progress
from desktop.application.ports import AuditLog, DocumentStore, IndexReader, IndexState
from desktop.domain.chunk import content_hash
from desktop.domain.document import Document
from desktop.domain.errors import CofferError


class Verification:
    """Reads everything and changes nothing."""

    def __init__(self, store: DocumentStore, reader: IndexReader, audit: AuditLog) -> None:
        self._store = store
        self._reader = reader
        self._audit = audit

    def problems(self, context: JobContext) -> Iterator[str]:
        """What is wrong, as sentences."""
        stamps, states = self._store.stamps(), self._reader.document_states()
        yield from (f"docs/{name}.md is not in the index; `coffer reindex` takes it in." for name in sorted(stamps.keys() - states.keys()))
        yield from (f"{name} is in the index, but docs/{name}.md is gone." for name in sorted(states.keys() - stamps.keys()))
        versions: dict[str, Document] = {}
        for done, document_id in enumerate(stamps):
            context.cancel.raise_if_cancelled()
            context.report(Progress("verify", done, len(stamps), document_id))
            try:
                yield from self._document_problems(context, document_id, states.get(document_id), versions)
            except CofferError as error:
                context.cancel.raise_if_cancelled()
                yield f"{error.message} {error.hint}".strip()
        yield from self._link_problems(versions)
        yield from self._store.problems()
        yield from self._audit.problems()
        yield from self._reader.problems()
        yield from (
            f"What {name} mentions is not in the graph: it breaks the extractor; please report it." for name in self._reader.unextractable()
        )

    def _document_problems(
        self, context: JobContext, document_id: str, state: IndexState | None, versions: dict[str, Document]
    ) -> Iterator[str]:
        stored = self._store.read(document_id)
        if stored.document.supersedes or stored.document.superseded_by:
            versions[document_id] = stored.document
        yield from stored.warnings
        if state is not None and state.sha256 != content_hash(stored.body):
            yield f"docs/{document_id}.md was edited since it was indexed; `coffer reindex` takes that in."
        expected = stored.document.source_sha256
        if stored.raw_path is None:
            if expected:
                yield f"The original of {document_id} is missing from raw/."
        elif not expected:
            yield f"docs/{document_id}.md does not name the hash of its original, so that cannot be checked."
        elif (found := sha256_of(stored.raw_path, context.cancel)) != expected:
            yield f"raw/{stored.raw_path.name} was altered: its SHA-256 is {found}, not {expected}."

    def _link_problems(self, versions: Mapping[str, Document]) -> Iterator[str]:
        """Versions that do not name each other; one in the trash may be named, for it may come back."""
        named = [(each, each.superseded_by, "after") for each in versions.values() if each.superseded_by]
        named += [(each, each.supersedes, "before") for each in versions.values() if each.supersedes]
        if not named:
            return
        present, trashed = self._store.stamps().keys(), {each.document_id for each in self._store.trashed()}
        for document, other, side in named:
            said = f"docs/{document.id}.md names {other} as the version {side} it"
            if other in present:
                back = versions.get(other or "")
                if back is None or document.id != (back.supersedes if side == "after" else back.superseded_by):
                    yield f"{said}, but docs/{other}.md does not say so; mend one of the two."
            elif other not in trashed:
                yield f"{said}, which is neither in the vault nor in its trash; take that line out of its front matter."
