"""What a person decides about documents, written to their front matter and taken into the index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from desktop.application.ingest.maintenance import Maintenance
from desktop.application.ports import AuditEntry, AuditLog, DocumentStore, IndexReader, IndexWriter
from desktop.domain.changes import Changes
from desktop.domain.chunk import content_hash
from desktop.domain.document import Document

_TOGETHER = 50
"""Documents made durable with one flush; their files are in memory meanwhile."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What a document says now and what it shall say; `action` is what the audit log calls that."""

    old: Document
    new: Document
    action: str


class Rewriting:
    """Changes front matter. Bodies stay, so nothing is cut into chunks or embedded again unless a title changed."""

    def __init__(self, store: DocumentStore, writer: IndexWriter, reader: IndexReader, maintenance: Maintenance, audit: AuditLog) -> None:
        self._store = store
        self._writer = writer
        self._reader = reader
        self._maintenance = maintenance
        self._audit = audit

    def apply(self, rewrites: Sequence[Rewrite]) -> Changes:
        """Write what differs; documents whose front matter cannot be understood are left as they are and named in the problems."""
        due = [each for each in rewrites if each.new != each.old]
        if not due:
            return Changes()
        stamps, states = self._store.stamps(), self._reader.document_states()
        current = {name for name, stamp in stamps.items() if name in states and states[name].stamp == stamp}
        self._record_outside({each.new.id: states[each.new.id].sha256 for each in due if each.new.id in states.keys() - current})
        changes = Changes()
        for start in range(0, len(due), _TOGETHER):
            changes |= self._apply_together(due[start : start + _TOGETHER], current)
        return changes

    def _record_outside(self, behind: Mapping[str, str]) -> None:
        """Record what another program wrote into these bodies since they were indexed with this hash: it is indexed with what comes now."""
        digests = {name: content_hash(self._store.read(name).body) for name in behind}
        self._audit.append_all(
            [
                AuditEntry("edit", name, {"body_sha256": digest, "outside": True})
                for name, digest in digests.items()
                if digest != behind[name]
            ]
        )

    def _apply_together(self, rewrites: Sequence[Rewrite], current: set[str]) -> Changes:
        stamps = self._store.update_all([each.new for each in rewrites])
        done = [(each, stamp) for each, stamp in zip(rewrites, stamps, strict=True) if stamp is not None]
        self._audit.append_all([AuditEntry(each.action, each.new.id, _details(each)) for each, _ in done])
        as_indexed = [_is_as_indexed(each, current) for each, _ in done]
        self._writer.describe([(each.new, stamp) for (each, stamp), quick in zip(done, as_indexed, strict=True) if quick])
        for (each, _), quick in zip(done, as_indexed, strict=True):
            if not quick:
                self._maintenance.index_document(each.new.id)
        refused = [each.new.id for each, stamp in zip(rewrites, stamps, strict=True) if stamp is None]
        return Changes(frozenset(each.new.id for each, _ in done), tuple(map(_refusal, refused)))


def _is_as_indexed(rewrite: Rewrite, current: set[str]) -> bool:
    """Whether the index knows the file as it was, so that only what is rewritten has to be said anew."""
    return rewrite.new.id in current and rewrite.new.title == rewrite.old.title and bool(rewrite.new.imported_at)


def _details(rewrite: Rewrite) -> dict[str, object]:
    """What the log keeps: what each changed field says now, and, under `before`, what it said, so that it can be taken back."""
    changed = [each.name for each in fields(Document) if getattr(rewrite.old, each.name) != getattr(rewrite.new, each.name)]
    before = {name: getattr(rewrite.old, name) for name in changed}
    return {**{name: getattr(rewrite.new, name) for name in changed}, "before": before}


def _refusal(document_id: str) -> str:
    return (
        f"docs/{document_id}.md was not changed: its front matter cannot be understood. "
        "Mend the lines between the two `---` at its beginning with any editor, then try again."
    )
