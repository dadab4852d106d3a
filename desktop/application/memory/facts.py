"""The facts of a vault: remember, list, correct, supersede, forget, bring back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType

from desktop.application.memory.anchoring import Anchoring
from desktop.application.memory.checking import checked, drafted, quoted, source_markings
from desktop.application.memory.corroboration import independent_groups
from desktop.application.memory.indexing import FactIndexer
from desktop.application.ports import (
    AuditEntry,
    AuditLog,
    FactIndex,
    FactQuery,
    FactRow,
    FactStore,
    NewFact,
    StoredFact,
    TextReader,
    TrashedFact,
)
from desktop.application.settings import marking_of_case
from desktop.domain.changes import Changes
from desktop.domain.errors import CofferError, DocumentNotFound, FactChanged, FactNotFound, UsageError
from desktop.domain.fact import MANY_OBJECTS, Anchor, Fact, FactDraft, FactSource, FactStatus, QuoteState, indexed_id
from desktop.domain.fact_sheet import FactSheet, SourceOnSheet
from desktop.domain.marking import Marking
from desktop.domain.quoting import find_quote


def _now() -> datetime:
    return datetime.now(UTC)


class Memory:
    """What the command line and the memory pane ask for.

    `default` is the marking of a fact that is given none, `cases` that of one that carries the tag of a case.
    """

    def __init__(
        self,
        store: FactStore,
        index: FactIndex,
        indexer: FactIndexer,
        documents: TextReader,
        audit: AuditLog,
        *,
        default: Marking = Marking.CLEAR,
        cases: Mapping[str, Marking] = MappingProxyType({}),
        actor: str = "",
        writes: bool = True,
        clock: Callable[[], datetime] = _now,
    ) -> None:
        self._store = store
        self._index = index
        self._indexer = indexer
        self._documents = documents
        self._audit = audit
        self._anchoring = Anchoring(index, documents)
        self._default = default
        self._cases = cases
        self._actor = actor
        self._writes = writes
        self._clock = clock

    # --- reading ---

    def rows(self, query: FactQuery) -> tuple[FactRow, ...]:
        """Rows of the list of facts, with quotes sought again whose documents changed meanwhile."""
        if self._writes:
            self._anchoring.refresh()
        return self._index.rows(self._today(query))

    def count(self, query: FactQuery) -> int:
        """How many rows there are, whatever stretch of them is asked for."""
        return self._index.count(self._today(query))

    def read(self, fact_id: str) -> StoredFact:
        """A fact as its file holds it; FactNotFound if there is none."""
        return self._store.read(fact_id)

    def sheet(self, fact_id: str) -> FactSheet:
        """A fact with what is known about it today."""
        stored = self._store.read(fact_id)
        fact = stored.fact
        sources = tuple(map(self._on_sheet, fact.sources))
        standing = [each.source for each in sources if each.anchor.state in (QuoteState.THERE, QuoteState.MOVED)]
        return FactSheet(
            fact,
            stored.text,
            stored.sha256,
            sources,
            len(independent_groups(standing, self._documents)),
            self._against(fact),
            Marking.highest([fact.tlp, *source_markings(fact.sources, self._documents)]),
            stored.warnings,
            today=self.today,
        )

    def tags(self) -> tuple[str, ...]:
        """Every tag, and so every case, that a fact carries."""
        return self._index.tags()

    def disputes(self, limit: int = 200) -> tuple[tuple[Fact, ...], ...]:
        """Groups of facts that seem to contradict each other and on which nobody has decided; denials first."""
        return self._index.disputes(limit)

    def trashed(self) -> tuple[TrashedFact, ...]:
        """What is in the trash, newest first."""
        return self._store.trashed()

    # --- changing ---

    def remember(self, draft: FactDraft) -> StoredFact:
        """Keep what a person (or, as a proposal, a program) concluded; it can be found by keyword at once."""
        return self.remember_all([draft])[0]

    def remember_all(self, drafts: Sequence[FactDraft]) -> list[StoredFact]:
        """Keep several, made durable together."""
        at = self._at()
        new = []
        for draft in drafts:
            sources = quoted(draft.sources, self._documents)
            own = marking_of_case(draft.tags, self._cases, self._default)
            default = Marking.highest([own, *source_markings(sources, self._documents)])
            new.append(NewFact(drafted(draft, sources, default, at, self._actor), _ended(draft.text)))
        return self.add_all(new)

    def add_all(self, facts: Sequence[NewFact]) -> list[StoredFact]:
        """Store facts that were made elsewhere (drafts, notes, a bundle), record and index them."""
        stored = self._store.write_all(facts)
        self._audit.append_all([AuditEntry("remember", indexed_id(each.fact.id), {"after": each.sha256}) for each in stored])
        self._take_in(stored)
        return stored

    def edit(self, fact: Fact, text: str, *, begun_from: str = "", action: str = "edit") -> Changes:
        """Make a fact say this; what a person added to its front matter stays.

        `begun_from` is the hash of the file that the person began with: FactChanged if the file says something else by now.
        """
        stored = self._store.read(fact.id)
        if begun_from and stored.sha256 != begun_from:
            raise FactChanged(
                f"{fact.id} was changed by another program while you edited it.",
                "Copy your text, open the fact again, and make your changes in what is there now.",
            )
        if not fact.name.strip():
            raise UsageError("A fact needs a name.", "Write at least one letter.")
        return self._rewrite([(checked(fact), _ended(text))], action)

    def source(self, fact_id: str, spans: Sequence[tuple[str, int, int]]) -> Changes:
        """Name further places (document, start, end) as sources of a fact."""
        stored = self._store.read(fact_id)
        sources = dict.fromkeys((*stored.fact.sources, *quoted(spans, self._documents)))
        return self._rewrite([(replace(stored.fact, sources=tuple(sources)), stored.text)], "source")

    def supersede(self, old: str, new: str) -> Changes:
        """Let one fact take the place of another; both stay, linked with each other."""
        before, after = self._store.read(old), self._store.read(new)
        self._refuse_circle(old, new)
        if before.fact.superseded_by not in (None, new):
            raise UsageError(
                f"{old} was superseded by {before.fact.superseded_by} already.", "Supersede that one, or take the link back first."
            )
        linked = [
            (replace(before.fact, superseded_by=new), before.text),
            (replace(after.fact, supersedes=old, status=FactStatus.ACCEPTED), after.text),
        ]
        return self._rewrite(linked, "supersede")

    def decide(self, fact_ids: Iterable[str], status: FactStatus, places: Sequence[tuple[str, int, int]] = ()) -> Changes:
        """Accept or reject facts, naming further places (document, start, end) as their sources."""
        stored = [self._store.read(each) for each in dict.fromkeys(fact_ids)]
        action = {FactStatus.ACCEPTED: "accept", FactStatus.REJECTED: "reject"}.get(status, "propose")
        further = quoted(places, self._documents)
        decided = [replace(each.fact, status=status, sources=tuple(dict.fromkeys((*each.fact.sources, *further)))) for each in stored]
        return self._rewrite([(fact, each.text) for fact, each in zip(decided, stored, strict=True)], action)

    def keep_both(self, fact_ids: Sequence[str]) -> Changes:
        """State that these hold beside each other, so that they no longer count as contradicting."""
        stored = [self._store.read(each) for each in dict.fromkeys(fact_ids)]
        ids = [each.fact.id for each in stored]
        kept = [(_kept_with(each.fact, ids), each.text) for each in stored]
        return self._rewrite(kept, "keep_both")

    # --- the trash ---

    def forget(self, *fact_ids: str) -> Changes:
        """Move facts to the trash; the problems say which could not be moved, and why."""
        return self._each(fact_ids, self._forget)

    def restore(self, *fact_ids: str) -> Changes:
        """Bring facts back from the trash as they were forgotten."""
        return self._each(fact_ids, self._restore)

    def empty_trash(self, fact_ids: Sequence[str] | None = None) -> int:
        """Remove for good what is in the trash, earlier versions included; returns how many facts that were."""
        chosen = [each for each in self._store.trashed() if fact_ids is None or each.fact_id in fact_ids]
        removed = self._store.empty_trash(fact_ids)
        self._audit.append_all([AuditEntry("remove", indexed_id(each.fact_id), {"name": each.name, "bytes": each.size}) for each in chosen])
        return removed

    # --- versions ---

    def put_back(self, fact_id: str, sha256: str, action: str = "revert") -> Changes:
        """Make an earlier version of a fact the present one, byte for byte; FactNotFound where it is not kept any more."""
        before = self._store.read(fact_id)
        stored = self._store.put_back(fact_id, sha256)
        if stored is None:
            raise FactNotFound(
                f"That version of {fact_id} is not kept.",
                "Versions are kept until the trash is emptied; what other programs replaced is not.",
            )
        if stored.sha256 == before.sha256:
            return Changes()
        self._record_outside([before])
        self._audit.append(action, indexed_id(fact_id), before=before.sha256, after=stored.sha256)
        self._take_in([stored])
        return Changes(facts=frozenset({fact_id}))

    def version(self, fact_id: str, sha256: str) -> StoredFact | None:
        """A version of a fact by the hash of its file, today's included; None where it is not kept."""
        stored = self._store.read(fact_id)
        return stored if stored.sha256 == sha256 else self._store.version(fact_id, sha256)

    def _rewrite(self, facts: Sequence[tuple[Fact, str]], action: str) -> Changes:
        """Write what differs; a fact whose front matter cannot be understood is left alone and named in the problems."""
        before = {fact.id: self._store.read(fact.id) for fact, _ in facts}
        at = self._at()
        due = [(replace(fact, updated_at=at), text) for fact, text in facts if (fact, text) != (before[fact.id].fact, before[fact.id].text)]
        written = self._store.update_all(due)
        done = [each for each in written if each is not None]
        together = [each.fact.id for each in done]
        self._record_outside([before[each] for each in together])
        self._audit.append_all([_entry(action, before[each.fact.id], each, together) for each in done])
        self._take_in(done)
        refused = [fact.id for (fact, _), each in zip(due, written, strict=True) if each is None]
        return Changes(problems=tuple(map(_refusal, refused)), facts=frozenset(together))

    def _record_outside(self, facts: Iterable[StoredFact]) -> None:
        """Record what another program had written into these, which were written anew since: the index is told of that alone.

        What is left as it was is recorded when it is noticed: it would be recorded twice.
        """
        states = self._index.states()
        found = [(each, states[each.fact.id].sha256) for each in facts if each.fact.id in states]
        self._audit.append_all(
            [
                AuditEntry("edit", indexed_id(each.fact.id), {"before": known, "after": each.sha256, "outside": True})
                for each, known in found
                if each.sha256 != known
            ]
        )

    def _take_in(self, facts: Sequence[StoredFact]) -> None:
        if facts:
            self._indexer.put(facts)
            self._indexer.list_anew()

    def _forget(self, fact_id: str) -> Changes:
        before = self._store.read(fact_id)
        self._store.trash(fact_id)
        self._record_outside([before])
        self._audit.append("forget", indexed_id(fact_id), before=before.sha256)
        self._indexer.remove([fact_id])
        return Changes(facts=frozenset({fact_id}))

    def _restore(self, fact_id: str) -> Changes:
        self._store.restore(fact_id)
        stored = self._store.read(fact_id)
        self._audit.append("restore", indexed_id(fact_id), after=stored.sha256)
        self._indexer.put([stored])
        return Changes(facts=frozenset({fact_id}))

    def _each(self, fact_ids: Iterable[str], carry_out: Callable[[str], Changes]) -> Changes:
        """Do something to each of these; raises the first failure if nothing could be done to any of them."""
        changes, failures = Changes(), []
        ids = list(dict.fromkeys(fact_ids))
        for fact_id in ids:
            try:
                changes |= carry_out(fact_id)
            except CofferError as failure:
                failures.append(failure)
        if changes:
            self._indexer.list_anew()
        if ids and len(failures) == len(ids):
            raise failures[0]
        return changes | Changes(problems=tuple(f"{each.message} {each.hint}".strip() for each in failures))

    def _against(self, fact: Fact) -> tuple[Fact, ...]:
        if not fact.is_edge or not fact.counts:
            return ()
        return tuple(each for each in self._index.beside(fact.subject or "", fact.relationship or "") if contradict(fact, each))

    def _on_sheet(self, source: FactSource) -> SourceOnSheet:
        try:
            stored = self._documents.read(source.document)
        except (DocumentNotFound, UsageError):
            return SourceOnSheet(source, Anchor(QuoteState.GONE))
        return SourceOnSheet(source, find_quote(source, stored.body), stored.document.title)

    def _refuse_circle(self, old: str, new: str) -> None:
        """UsageError if `old` is, or in the end took the place of, `new`."""
        seen: set[str] = set()
        at: str | None = new
        while at and at not in seen:
            if at == old:
                raise UsageError(f"{new} cannot take the place of {old}: it would take its own.", "Choose another pair.")
            seen.add(at)
            at = self._successor(at)

    def _successor(self, fact_id: str) -> str | None:
        try:
            return self._store.read(fact_id).fact.superseded_by
        except FactNotFound:
            return None

    @property
    def today(self) -> str:
        """The day by which facts are due, ISO 8601."""
        return self._at()[:10]

    def _today(self, query: FactQuery) -> FactQuery:
        return query if query.today else replace(query, today=self.today)

    def _at(self) -> str:
        return f"{self._clock().astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def contradict(one: Fact, other: Fact) -> bool:
    """Whether two facts of one subject and relationship hold at the same time and cannot both be true, unless a person says so."""
    if one.id == other.id or other.id in one.kept_with or one.id in other.kept_with:
        return False
    same = (one.object or "").casefold() == (other.object or "").casefold()
    apart = one.negated != other.negated if same else not (one.negated or other.negated or one.relationship in MANY_OBJECTS)
    return apart and one.meets(other)


def _kept_with(fact: Fact, others: Iterable[str]) -> Fact:
    """The fact saying that it holds beside others."""
    return replace(fact, kept_with=tuple(dict.fromkeys((*fact.kept_with, *(each for each in others if each != fact.id)))))


def _entry(action: str, before: StoredFact, after: StoredFact, together: Sequence[str]) -> AuditEntry:
    others = [each for each in together if each != after.fact.id]
    details = {"before": before.sha256, "after": after.sha256} | ({"with": others} if others else {})
    return AuditEntry(action, indexed_id(after.fact.id), details)


def _refusal(fact_id: str) -> str:
    return (
        f"memory/{fact_id}.md was not changed: its front matter cannot be understood. "
        "Mend the lines between the two `---` at its beginning with any editor, then try again."
    )


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"
