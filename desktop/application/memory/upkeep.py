"""Keeping the index true to the files of facts, and finding out whether it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from desktop.application.job import JobContext, Progress
from desktop.application.memory.anchoring import Anchoring
from desktop.application.memory.indexing import FactIndexer
from desktop.application.ports import AuditEntry, AuditLog, FactIndex, FactQuery, FactState, FactStore, StoredFact
from desktop.domain.audit import AuditQuery
from desktop.domain.errors import CofferError, FactNotFound, StorageProblem
from desktop.domain.fact import FOLDER, FactView, indexed_id

_TOGETHER = 200


class FactUpkeep:
    """Brings the index up to memory/; the files win, and what changed there behind Coffer's back is recorded as such."""

    def __init__(self, store: FactStore, index: FactIndex, indexer: FactIndexer, anchoring: Anchoring, audit: AuditLog) -> None:
        self._store = store
        self._index = index
        self._indexer = indexer
        self._anchoring = anchoring
        self._audit = audit

    def indexed(self) -> dict[str, FactState]:
        """What the index knows, which may be nothing where it is damaged: it is about to be made anew."""
        try:
            return self._index.states()
        except StorageProblem:
            return {}

    def count(self) -> int:
        """How many facts the index holds."""
        return self._index.count(FactQuery(view=FactView.ALL))

    def is_behind(self) -> bool:
        """Whether a file was edited, added or removed since it was indexed, by the look of the folder alone."""
        return self._store.stamps() != {name: state.stamp for name, state in self._index.states().items()}

    def catch_up(
        self, context: JobContext, indexed: Mapping[str, FactState], *, read_all: bool, anew: bool = False
    ) -> tuple[set[str], int]:
        """Take in what was edited, added or removed; returns the facts that changed, and how many left the index.

        With `read_all` files are read whatever their stamp says; with `anew` the index was emptied, and all of them go in.
        """
        if anew:
            self._indexer.forget_list()
        stamps = self._store.stamps()
        vanished = sorted(indexed.keys() - stamps.keys())
        if vanished:
            self._audit.append_all([AuditEntry("vanish", indexed_id(name)) for name in vanished])
            self._indexer.remove(vanished)
        stale = [name for name, stamp in stamps.items() if read_all or name not in indexed or indexed[name].stamp != stamp]
        known = {} if anew else indexed
        changed = set(vanished)
        for start in range(0, len(stale), _TOGETHER):
            context.cancel.raise_if_cancelled()
            context.report(Progress("index", start, len(stale), stale[start]))
            changed |= self._take_in(stale[start : start + _TOGETHER], known)
        if changed or anew:
            self._record_outside(changed - set(vanished), indexed)
        self._anchoring.refresh()
        self._indexer.list_anew()
        return changed, len(vanished)

    def problems(self, context: JobContext) -> Iterator[str]:
        """What is wrong, as sentences: files against index and log, marks that cannot be understood, links that lead nowhere."""
        stamps, states = self._store.stamps(), self._index.states()
        yield from (
            f"memory/{name}.md is not in the index; `coffer reindex` takes it in." for name in sorted(stamps.keys() - states.keys())
        )
        yield from (f"The fact {name} is in the index, but memory/{name}.md is gone." for name in sorted(states.keys() - stamps.keys()))
        logged = self._last_hashes()
        for name in stamps:
            context.cancel.raise_if_cancelled()
            try:
                yield from self._fact_problems(self._store.read(name), states.get(name), logged, stamps.keys())
            except CofferError as error:
                yield f"{error.message} {error.hint}".strip()
        yield from self._store.problems()

    def _fact_problems(
        self, stored: StoredFact, state: FactState | None, logged: Mapping[str, str], present: AbstractSet[str]
    ) -> Iterator[str]:
        fact = stored.fact
        yield from stored.warnings
        if state is not None and state.sha256 != stored.sha256:
            yield f"memory/{fact.id}.md was edited since it was indexed; `coffer reindex` takes that in."
        elif logged.get(fact.id, stored.sha256) != stored.sha256:
            yield f"memory/{fact.id}.md is not what audit.jsonl says was last written there: it was exchanged, and the index with it."
        yield from self._link_problems(fact.id, {"supersedes": fact.supersedes, "superseded_by": fact.superseded_by}, present)

    def _link_problems(self, fact_id: str, links: Mapping[str, str | None], present: AbstractSet[str]) -> Iterator[str]:
        trashed = {each.fact_id for each in self._store.trashed()} if any(links.values()) else set()
        for key, other in links.items():
            if other and other not in present and other not in trashed:
                yield f"memory/{fact_id}.md names {other} as {key}, which is neither in the vault nor in its trash."

    def _take_in(self, names: Sequence[str], known: Mapping[str, FactState]) -> set[str]:
        """Index some files; returns those that say something else than the index knew."""
        read = [stored for name in names if (stored := self._try_to_read(name)) is not None]
        self._indexer.put(read)
        return {each.fact.id for each in read if each.fact.id not in known or known[each.fact.id].sha256 != each.sha256}

    def _try_to_read(self, fact_id: str) -> StoredFact | None:
        try:
            return self._store.read(fact_id)
        except FactNotFound:  # it went since the folder was looked at
            return None

    def _record_outside(self, changed: set[str], indexed: Mapping[str, FactState]) -> None:
        """Record what another program wrote: what the log does not know as the last content of a file."""
        if not changed:
            return
        logged, states = self._last_hashes(), self._index.states()
        entries = []
        for name in sorted(changed & states.keys()):
            before = logged.get(name) or (indexed[name].sha256 if name in indexed else None)
            if before != states[name].sha256:
                action = "edit" if before else "appear"
                entries.append(AuditEntry(action, indexed_id(name), {"before": before, "after": states[name].sha256, "outside": True}))
        self._audit.append_all(entries)

    def _last_hashes(self) -> dict[str, str]:
        """The hash of what was last written to each fact's file, as the log tells."""
        found: dict[str, str] = {}
        for record in self._audit.records(AuditQuery(under=FOLDER)):
            after, name = record.details.get("after"), record.subject.removeprefix(FOLDER)
            if isinstance(after, str):
                found.setdefault(name, after)
        return found
