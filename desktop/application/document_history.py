"""What happened to documents, and taking it back."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from desktop.application.library import Library
from desktop.application.ports import AuditLog, DocumentStore
from desktop.application.rewriting import Rewrite, Rewriting
from desktop.domain.audit import AuditQuery, AuditRecord
from desktop.domain.changes import Changes
from desktop.domain.chunk import content_hash
from desktop.domain.document_history import DocumentEvent
from desktop.domain.errors import DocumentNotFound, UsageError
from desktop.domain.marking import Marking

_TEXT = frozenset({"edit", "revert"})
_FIELDS = frozenset({"update", "rename"})
_BY_PERSON = (*sorted(_TEXT | _FIELDS), "undo", "delete", "restore")
_READ: dict[str, Any] = {"tlp": Marking, "tags": tuple, "origins": lambda value: tuple(map(tuple, value))}
_TAKEN_BACK = frozenset({"title", "tlp", "grade", "tags", "origins"})
_LONGEST_COMPARED = 400_000
"""Characters: finding what differs takes a time that grows with the square of the lines that do."""


class DocumentHistory:
    """Reads the audit log about documents, and undoes what a person did last."""

    def __init__(self, library: Library, store: DocumentStore, rewriting: Rewriting, audit: AuditLog) -> None:
        self._library = library
        self._store = store
        self._rewriting = rewriting
        self._audit = audit

    def of(self, document_id: str) -> tuple[DocumentEvent, ...]:
        """What happened to a document, newest first."""
        return tuple(self._event(each) for each in self._audit.records(AuditQuery(subject=document_id)))

    def compare(self, document_id: str, body_sha256: str) -> str:
        """What differs between an earlier text and today's, as a unified diff; a very long text as it was.

        UsageError where that text is not kept.
        """
        earlier = self._library.version(document_id, body_sha256)
        if earlier is None:
            raise UsageError(f"That text of {document_id} is not kept.", "It was kept until the trash was emptied.")
        now = self._store.read(document_id).body
        if len(earlier) + len(now) > _LONGEST_COMPARED:
            return earlier
        return "\n".join(difflib.unified_diff(earlier.splitlines(), now.splitlines(), "that text", "today’s", lineterm="", n=2))

    def undo(self, document_ids: Iterable[str]) -> Changes:
        """Take back what a person last did to these documents and is not taken back yet: each call goes one step further back.

        UsageError where nothing can be taken back, or what was changed says something else by now.
        """
        last = self._standing(frozenset(document_ids))
        if not last:
            raise UsageError("There is nothing to take back.", "What was done before Coffer kept it cannot be taken back.")
        changes, rewrites = Changes(), []
        for record in last:
            rewrite = self._rewrite(record)
            if rewrite is not None:
                rewrites.append(rewrite)
            else:
                changes |= self._take_back(record)
        return changes | self._rewriting.apply(rewrites)

    def _standing(self, document_ids: frozenset[str]) -> list[AuditRecord]:
        """What a person last did to each of these documents and still stands."""
        standing: dict[str, list[AuditRecord]] = {}
        for record in reversed(self._audit.records(AuditQuery(actions=_BY_PERSON))):
            if record.subject in document_ids and record.details.get("outside") is not True:
                done = standing.setdefault(record.subject, [])
                if done and (record.action == "undo" or (record.action, done[-1].action) == ("restore", "delete")):
                    done.pop()
                else:
                    done.append(record)
        return [done[-1] for done in standing.values() if done]

    def _rewrite(self, record: AuditRecord) -> Rewrite | None:
        """What sets the fields that it changed to what they were; None where it changed none."""
        before = record.details.get("before")
        if record.action not in _FIELDS or not isinstance(before, dict):
            return None
        now = self._store.read(record.subject).document
        fields = {name: _value(before, name) for name in before if name in _TAKEN_BACK}
        if any(getattr(now, name) != _value(record.details, name) for name in fields):
            raise _changed_since(record.subject)
        return Rewrite(now, replace(now, **fields), "undo")

    def _take_back(self, record: AuditRecord) -> Changes:
        if record.action == "delete":
            return self._library.restore(record.subject)
        if record.action == "restore":
            return self._library.delete(record.subject)
        before, after = record.details.get("before"), record.details.get("body_sha256")
        if record.action not in _TEXT or not isinstance(before, str):
            raise UsageError(f"What was last done to {record.subject} ({record.action}) cannot be taken back.", "Its history may help.")
        if content_hash(self._store.read(record.subject).body) != after:
            raise _changed_since(record.subject)
        return self._library.put_back(record.subject, before, "undo")

    def _event(self, record: AuditRecord) -> DocumentEvent:
        before, after = record.details.get("before"), record.details.get("body_sha256")
        return DocumentEvent(
            at=record.at,
            actor=record.actor,
            action=record.action,
            said=_said(record.details),
            before=before if isinstance(before, str) else None,
            after=after if isinstance(after, str) else None,
            outside=record.details.get("outside") is True,
            kept=isinstance(before, str) and self._is_kept(record.subject, before),
        )

    def _is_kept(self, document_id: str, body_sha256: str) -> bool:
        try:
            return self._library.version(document_id, body_sha256) is not None
        except DocumentNotFound:
            return False


def _value(details: Mapping[str, Any], name: str) -> Any:
    """A field as a Document has it; the log keeps lists and words."""
    value = details.get(name)
    return value if value is None else _READ.get(name, str)(value)


def _said(details: Mapping[str, Any]) -> str:
    """The fields that a change changed: what they said, and what they say."""
    before = details.get("before")
    if not isinstance(before, dict):
        return ""
    return "; ".join(f"{name}: {_shown(before[name])} → {_shown(details.get(name))}" for name in before if name != "origins")


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return "none" if value in (None, "") else str(value)


def _changed_since(document_id: str) -> UsageError:
    return UsageError(f"{document_id} was changed since.", "Bring the text back that you want from its history, or mark it anew.")
