"""What happened to a fact, and taking it back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from desktop.application.memory.facts import Memory
from desktop.application.ports import AuditLog
from desktop.domain.audit import AuditQuery, AuditRecord
from desktop.domain.changes import Changes
from desktop.domain.errors import FactNotFound, UsageError
from desktop.domain.fact import FactEvent, indexed_id

_REWRITES = frozenset({"edit", "source", "supersede", "accept", "reject", "propose", "keep_both", "revert", "undo"})


class FactHistory:
    """Reads the audit log about facts, and undoes what stands there last."""

    def __init__(self, memory: Memory, audit: AuditLog) -> None:
        self._memory = memory
        self._audit = audit

    def of(self, fact_id: str) -> tuple[FactEvent, ...]:
        """What happened to a fact, newest first; FactNotFound if the log knows nothing of it."""
        records = self._audit.records(AuditQuery(subject=indexed_id(fact_id)))
        if not records:
            self._memory.read(fact_id)  # one that somebody wrote by hand and nobody touched since
        return tuple(self._event(fact_id, each) for each in records)

    def version(self, fact_id: str) -> str | None:
        """The hash of a fact as it is now; None if there is none."""
        try:
            return self._memory.read(fact_id).sha256
        except FactNotFound:
            return None

    def undo(self, fact_id: str) -> Changes:
        """Take back what was last done to a fact, and with it what was done to others at once; doing it again takes that back."""
        return self._take_back(fact_id, next(iter(self.of(fact_id)), None))

    def undo_all(self, fact_ids: Iterable[str]) -> Changes:
        """Take back what was last done to some facts together and is not taken back yet: each call goes one step further back."""
        changes = Changes()
        for each in fact_ids:
            if each not in changes.facts:  # what was done to several at once is taken back at once
                changes |= self._take_back(each, self._standing(each))
        return changes

    def _standing(self, fact_id: str) -> FactEvent | None:
        """What was last done to a fact and still stands."""
        standing: list[FactEvent] = []
        for event in reversed(self.of(fact_id)):
            forgotten = bool(standing) and standing[-1].action == "forget"
            if standing and (event.action == "undo" or (event.action == "restore" and forgotten)):
                standing.pop()
            else:
                standing.append(event)
        return standing[-1] if standing else None

    def _take_back(self, fact_id: str, last: FactEvent | None) -> Changes:
        if last is None:
            raise UsageError(f"There is nothing to take back about {fact_id}.")
        if last.action in ("remember", "restore", "appear"):
            return self._memory.forget(fact_id)
        if last.action == "forget":
            return self._memory.restore(fact_id)
        if last.action not in _REWRITES or last.before is None or last.outside:
            raise UsageError(
                f"The last change of {fact_id} ({last.action}) cannot be taken back.",
                "What another program wrote is not kept; restore an earlier version if there is one.",
            )
        return self._revert(fact_id, last)

    def _revert(self, fact_id: str, last: FactEvent) -> Changes:
        changes = Changes()
        for each in (fact_id, *last.others):
            now = self._memory.read(each).sha256
            event = next((event for event in self.of(each) if (event.action, event.after) == (last.action, now)), None)
            if event is not None and event.before is not None:
                changes |= self._memory.put_back(each, event.before, "undo")
        if not changes:
            raise UsageError(f"{fact_id} was changed since.", "Restore the version that you want from its history.")
        return changes

    def _event(self, fact_id: str, record: AuditRecord) -> FactEvent:
        details = record.details
        after = _text(details, "after")
        others = details.get("with", ())
        return FactEvent(
            at=record.at,
            actor=record.actor,
            action=record.action,
            before=_text(details, "before"),
            after=after,
            outside=details.get("outside") is True,
            kept=after is not None and self._is_kept(fact_id, after),
            others=tuple(map(str, others)) if isinstance(others, list | tuple) else (),
        )

    def _is_kept(self, fact_id: str, sha256: str) -> bool:
        try:
            return self._memory.version(fact_id, sha256) is not None
        except FactNotFound:
            return False


def _text(details: dict[str, Any], name: str) -> str | None:
    value = details.get(name)
    return value if isinstance(value, str) else None
