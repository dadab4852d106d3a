"""Facts in memory: their files and their index."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from desktop.application.memory.facts import contradict
from desktop.application.ports import FactQuery, FactRow, FactState, FileStamp, NewFact, StaleSource, StoredFact, TrashedFact
from desktop.domain.chunk import Chunk
from desktop.domain.errors import CofferError, FactNotFound, UsageError
from desktop.domain.fact import Anchor, Fact, FactStatus, FactView, QuoteState
from desktop.domain.marking import Marking

_BROKEN = (QuoteState.CHANGED, QuoteState.GONE)


class MemoryFacts:
    """A FactStore in a dictionary; `fail_with` is raised by the next change."""

    def __init__(self) -> None:
        self.files: dict[str, StoredFact] = {}
        self.discarded: list[StoredFact] = []
        self.versions: dict[tuple[str, str], StoredFact] = {}
        self.listed = ""
        self.fail_with: CofferError | None = None
        self._clock = 0
        self._stamps: dict[str, FileStamp] = {}

    def write_all(self, facts: Sequence[NewFact]) -> list[StoredFact]:
        if any(each.fact.id in self.files for each in facts):
            raise UsageError("There is such a fact already.")
        return [self._place(each.fact, each.text) for each in facts]

    def update_all(self, facts: Sequence[tuple[Fact, str]]) -> list[StoredFact | None]:
        changed: list[StoredFact | None] = []
        for fact, text in facts:
            before = self.read(fact.id)
            self.versions[fact.id, before.sha256] = before
            changed.append(None if before.warnings else self._place(fact, text))
        return changed

    def read(self, fact_id: str) -> StoredFact:
        if fact_id not in self.files:
            raise FactNotFound(f"There is no fact {fact_id}.")
        return self.files[fact_id]

    def read_note(self, content: bytes, fact_id: str) -> StoredFact:
        return _stored(Fact(fact_id, fact_id, "", ""), content.decode())

    def stamps(self) -> dict[str, FileStamp]:
        return dict(sorted(self._stamps.items()))

    def stamp(self, fact_id: str) -> FileStamp:
        self.read(fact_id)
        return self._stamps[fact_id]

    def trash(self, fact_id: str) -> None:
        self.discarded.append(self.read(fact_id))
        del self.files[fact_id], self._stamps[fact_id]

    def restore(self, fact_id: str) -> None:
        stored = next((each for each in reversed(self.discarded) if each.fact.id == fact_id), None)
        if stored is None:
            raise FactNotFound(f"The trash holds no fact {fact_id}.")
        self.discarded.remove(stored)
        self._place(stored.fact, stored.text)

    def trashed(self) -> tuple[TrashedFact, ...]:
        return tuple(TrashedFact(each.fact.id, each.fact.name, "2026-12-01T08:00:00Z", len(each.text)) for each in reversed(self.discarded))

    def empty_trash(self, fact_ids: Sequence[str] | None = None) -> int:
        kept = [each for each in self.discarded if fact_ids is not None and each.fact.id not in fact_ids]
        emptied, self.discarded = len(self.discarded) - len(kept), kept
        if fact_ids is None:
            self.versions.clear()
        return emptied

    def version(self, fact_id: str, sha256: str) -> StoredFact | None:
        return self.versions.get((fact_id, sha256))

    def put_back(self, fact_id: str, sha256: str) -> StoredFact | None:
        stored, before = self.versions.get((fact_id, sha256)), self.read(fact_id)
        if stored is None:
            return None
        self.versions[fact_id, before.sha256] = before
        return self._place(stored.fact, stored.text)

    def write_list(self, text: str, *, create: bool = True) -> bool:
        changed = text != self.listed and (create or bool(self.listed))
        self.listed = text if changed else self.listed
        return changed

    def problems(self) -> list[str]:
        return []

    def _place(self, fact: Fact, text: str) -> StoredFact:
        if self.fail_with is not None:
            failure, self.fail_with = self.fail_with, None
            raise failure
        self._clock += 1
        self._stamps[fact.id] = FileStamp(len(text), self._clock)
        self.files[fact.id] = _stored(fact, text)
        return self.files[fact.id]


class MemoryFactIndex:
    """A FactIndex in a dictionary; every quote counts as there until an anchor says otherwise."""

    def __init__(self) -> None:
        self.facts: dict[str, tuple[StoredFact, FileStamp]] = {}
        self.markings: dict[str, Marking] = {}
        self.placed: dict[tuple[str, int], Anchor] = {}

    def put(self, facts: Sequence[tuple[StoredFact, FileStamp, Sequence[Chunk]]]) -> None:
        self.facts |= {stored.fact.id: (stored, stamp) for stored, stamp, _ in facts}

    def remove(self, fact_ids: Sequence[str]) -> None:
        for each in fact_ids:
            self.facts.pop(each, None)

    def states(self) -> dict[str, FactState]:
        return {name: FactState(stamp, stored.sha256) for name, (stored, stamp) in self.facts.items()}

    def count(self, query: FactQuery) -> int:
        return len(self.rows(replace(query, offset=0, limit=1_000_000)))

    def rows(self, query: FactQuery) -> tuple[FactRow, ...]:
        rows = [FactRow(each, self._contradicted(each), self._broken(each)) for each in self._all()]
        chosen = [each for each in rows if _in_view(each, query) and self._meets(each.fact, query)]
        ordered = sorted(chosen, key=lambda row: (str(getattr(row.fact, query.sort) or ""), row.fact.id), reverse=query.descending)
        return tuple(ordered[query.offset : query.offset + query.limit])

    def listed(self) -> list[tuple[str, str, str]]:
        return [(each.id, each.name, each.description) for each in self._all() if each.counts]

    def beside(self, subject: str, relationship: str) -> tuple[Fact, ...]:
        wanted = (subject.lower(), relationship)
        return tuple(each for each in self._all() if each.counts and ((each.subject or "").lower(), each.relationship) == wanted)

    def tags(self) -> tuple[str, ...]:
        return tuple(sorted({tag for each in self._all() for tag in each.tags}, key=str.lower))

    def disputes(self, limit: int) -> tuple[tuple[Fact, ...], ...]:
        groups: dict[tuple[str, str | None], list[Fact]] = {}
        for each in self._all():
            if self._contradicted(each):
                groups.setdefault(((each.subject or "").lower(), each.relationship), []).append(each)
        return tuple(map(tuple, groups.values()))[:limit]

    def stale_sources(self, limit: int) -> tuple[StaleSource, ...]:
        return ()

    def put_anchors(self, anchors: Sequence[tuple[StaleSource, Anchor]]) -> None:
        self.placed |= {(stale.fact_id, stale.position): anchor for stale, anchor in anchors}

    def anchors(self, fact_id: str) -> tuple[Anchor, ...]:
        sources = self.facts[fact_id][0].fact.sources if fact_id in self.facts else ()
        return tuple(self.placed.get((fact_id, at), Anchor(QuoteState.THERE)) for at in range(len(sources)))

    def citing(self, document_ids: Sequence[str]) -> tuple[str, ...]:
        return tuple(sorted(each.id for each in self._all() if any(source.document in document_ids for source in each.sources)))

    def effective_markings(self, ids: Sequence[str]) -> dict[str, Marking]:
        known = {**self.markings, **{f"memory/{name}": stored.fact.tlp for name, (stored, _) in self.facts.items()}}
        found = {}
        for each in ids:
            stored = self.facts.get(each.removeprefix("memory/")) if each.startswith("memory/") else None
            origins = [each, *(source.document for source in (stored[0].fact.sources if stored else ()))]
            if each in known:
                found[each] = Marking.highest(known.get(one, Marking.RED) for one in origins)
        return found

    def _all(self) -> list[Fact]:
        return [stored.fact for stored, _ in self.facts.values()]

    def _contradicted(self, fact: Fact) -> bool:
        if not fact.counts or not fact.is_edge:
            return False
        return any(contradict(fact, each) for each in self.beside(fact.subject or "", fact.relationship or ""))

    def _broken(self, fact: Fact) -> int:
        return sum(each.state in _BROKEN for each in self.anchors(fact.id))

    def _meets(self, fact: Fact, query: FactQuery) -> bool:
        text = f"{fact.name} {fact.description} {fact.statement} {self.facts[fact.id][0].text}".lower()
        return (
            all(word in text for word in query.text.lower().split())
            and set(query.tags) <= set(fact.tags)
            and (not query.types or fact.type in query.types)
            and (not query.grades or fact.grade in query.grades)
            and (not query.entity or query.entity.lower() in ((fact.subject or "").lower(), (fact.object or "").lower()))
        )


def _in_view(row: FactRow, query: FactQuery) -> bool:
    fact = row.fact
    accepted = fact.status is FactStatus.ACCEPTED
    return {
        FactView.CURRENT: fact.counts,
        FactView.DUE: fact.counts and fact.is_due(query.today),
        FactView.CONTRADICTED: row.contradicted,
        FactView.UNSUPPORTED: fact.counts and row.broken_sources > 0,
        FactView.PROPOSED: fact.status is FactStatus.PROPOSED,
        FactView.SUPERSEDED: accepted and fact.superseded_by is not None,
        FactView.REJECTED: fact.status is FactStatus.REJECTED,
        FactView.ALL: True,
    }[query.view]


def _stored(fact: Fact, text: str) -> StoredFact:
    return StoredFact(fact, text, 0, hashlib.sha256(f"{fact}{text}".encode()).hexdigest(), {"id": fact.id, "name": fact.name})
