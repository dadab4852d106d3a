"""Taking the contents of a case bundle in: what is new, what changed there, and what a person decided about each conflict."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from desktop.application.cases.case_parts import BODY, TEXT, document_with, fact_with, golden_with, lexicon_items, pin_with, search_with
from desktop.application.ingest.maintenance import Maintenance
from desktop.application.job import JobContext, Progress
from desktop.application.memory.facts import Memory
from desktop.application.ports import (
    AuditEntry,
    AuditLog,
    DocumentStore,
    KeptBundles,
    LexiconStore,
    NewDocument,
    NewFact,
    PortableFiles,
    SearchStore,
    UnpackedBundle,
)
from desktop.application.rewriting import Rewrite, Rewriting
from desktop.application.searches.pins import pin_id_of
from desktop.domain.case_bundle import ALL_OF_IT, KEPT_IN, LISTED_IN, MARKING, Choice, Comparison, ItemDifference, ItemKind, Standing
from desktop.domain.changes import Changes
from desktop.domain.chunk import content_hash
from desktop.domain.document import Document
from desktop.domain.errors import CofferError, DocumentNotFound, FactNotFound, UsageError
from desktop.domain.saved_search import Pin
from desktop.domain.stated_marking import heeded

Listed = TypeVar("Listed")
Choices = Mapping[tuple[str, str], Choice]
"""By key of the item and part, whose word counts: in every conflict, and where a change of the other side shall not be taken over."""
_TAKEN = (Standing.NEW, Standing.CHANGED_THERE, Standing.CONFLICT)
_AGAINST = (Standing.CONFLICT, Standing.CHANGED_THERE, Standing.GONE_HERE)
_ALIAS_PARTS = {"decision": "status", "note": "note"}
"""What of a line about two names each part of it says."""
_EDITED = "edited"
_TOGETHER = 50
_WRITTEN_WHOLE = (ItemKind.SEARCH, ItemKind.GOLDEN, ItemKind.PIN)
"""Kinds whose one file is written anew by each writing: part by part, a long list would take hours."""


@dataclass(frozen=True, slots=True)
class MergeTargets:
    """What the contents of a bundle are taken into."""

    documents: DocumentStore
    memory: Memory
    lexicon: LexiconStore
    searches: SearchStore
    files: PortableFiles
    kept: KeptBundles
    rewriting: Rewriting
    maintenance: Maintenance
    audit: AuditLog


@dataclass(frozen=True, slots=True)
class _Wanted:
    """An item, and what its parts shall be; empty where all of it is new."""

    difference: ItemDifference
    parts: dict[str, str]

    @property
    def id(self) -> str:
        return self.difference.item.id

    @property
    def whole(self) -> bool:
        return not self.parts


class CaseMerging:
    """Takes an unpacked bundle in. What loses is kept beside: nothing of either side is gone."""

    def __init__(self, targets: MergeTargets) -> None:
        self._into = targets

    def merge(self, context: JobContext, bundle: UnpackedBundle, comparison: Comparison, choices: Choices) -> Changes:
        """Take in what differs; UsageError where a conflict is not decided."""
        wanted = _wanted(comparison, choices)
        self._keep_theirs(bundle, comparison)
        changes = Changes()
        steps: dict[ItemKind, Callable[[UnpackedBundle, Sequence[_Wanted]], Changes]] = {
            ItemKind.DOCUMENT: self._documents,
            ItemKind.FACT: self._facts,
            ItemKind.LEXICON: self._lexicon,
            ItemKind.SEARCH: self._searches,
            ItemKind.GOLDEN: self._golden,
            ItemKind.PIN: self._pins,
            **dict.fromkeys(KEPT_IN, self._kept),
        }
        done = 0
        for kind, take_in in steps.items():
            of_kind = [each for each in wanted if each.difference.item.kind is kind]
            together = len(of_kind) if kind in _WRITTEN_WHOLE else _TOGETHER
            for start in range(0, len(of_kind), together or 1):
                context.cancel.raise_if_cancelled()
                context.report(Progress("merge", done, len(wanted), of_kind[start].difference.item.title))
                changes |= take_in(bundle, of_kind[start : start + together])
                done += len(of_kind[start : start + together])
        context.report(Progress("merge", done, len(wanted)))
        return changes

    def _keep_theirs(self, bundle: UnpackedBundle, comparison: Comparison) -> None:
        """Keep the files of whatever stands against something here, as they came; of lists, also what stands here."""
        folders = {ItemKind.DOCUMENT: "docs", ItemKind.FACT: "memory", ItemKind.THREAD: "threads", ItemKind.BOARD: "boards"}
        for each in comparison.items:
            folder = folders.get(each.item.kind)
            if folder and each.standing in _AGAINST:
                name = f"{folder}/{each.item.id}{'' if each.item.kind in KEPT_IN else '.md'}"
                self._into.kept.keep(bundle.opened.sha256, f"theirs/{name}", bundle.content(name))

        for kind, names in LISTED_IN.items():
            if any(each.item.kind is kind and each.standing in _AGAINST for each in comparison.items):
                for name in names:
                    self._keep_list(bundle, name)

    def _keep_list(self, bundle: UnpackedBundle, name: str) -> None:
        folder, _, file = name.partition("/")
        here, there = self._into.files.kept(folder).get(file), bundle.content(name)
        if there:
            self._into.kept.keep(bundle.opened.sha256, f"theirs/{name}", there)
        if here is not None:
            self._into.kept.keep(bundle.opened.sha256, f"before/{name}", here)

    def _documents(self, bundle: UnpackedBundle, wanted: Sequence[_Wanted]) -> Changes:
        changes = self._new_documents(bundle, [each for each in wanted if each.whole])
        for each in (each for each in wanted if not each.whole):
            changes |= _tried(each, partial(self._changed_document, bundle))
        return changes

    def _new_documents(self, bundle: UnpackedBundle, wanted: Sequence[_Wanted]) -> Changes:
        new: list[NewDocument] = []
        problems: list[str] = []
        for each in wanted:
            stored = bundle.documents.read(each.id)
            if _there(self._into.documents.stamp, each.id):  # on a disk that does not tell upper from lower case
                problems.append(f"{each.id} was left out: a document of that name, but for upper and lower case, is here.")
                self._into.kept.keep(bundle.opened.sha256, f"theirs/docs/{each.id}.md", bundle.content(f"docs/{each.id}.md"))
                continue
            if stored.warnings:
                problems.append(f"{each.id} was left out: {stored.warnings[0]}")
                self._into.kept.keep(bundle.opened.sha256, f"theirs/docs/{each.id}.md", bundle.content(f"docs/{each.id}.md"))
                continue
            original = stored.raw_path
            if original is not None and bundle.opened.manifest.files.get(f"raw/{original.name}") != stored.document.source_sha256:
                problems.append(f"{each.id} was left out: its original is not the file that it was made from.")
                continue
            new.append(NewDocument(stored.document, stored.body, stored.raw_path, bundle.content(f"docs/{each.id}.md")))
        if new:
            self._into.documents.write_all(new)
        self._into.audit.append_all([_imported(each.document, bundle.opened.sha256) for each in new])
        ids = [each.document.id for each in new]
        for document_id in ids:
            self._into.maintenance.index_document(document_id)
        return Changes(frozenset(ids), tuple(problems))

    def _changed_document(self, bundle: UnpackedBundle, wanted: _Wanted) -> Changes:
        stored = self._into.documents.read(wanted.id)
        described = document_with(stored.document, wanted.parts)
        body = wanted.parts.get(BODY)
        before = heeded(stored.document.tlp, stored.body)
        if body and MARKING not in wanted.parts and heeded(described.tlp, body).rank < before.rank:
            described = replace(described, tlp=before)  # a label that a text loses goes on to count
        changes = self._into.rewriting.apply([Rewrite(stored.document, described, "update")])
        if body and body != stored.body:
            self._into.kept.keep(bundle.opened.sha256, f"before/docs/{wanted.id}.md", stored.body.encode("utf-8", "replace"))
            self._into.documents.rewrite(wanted.id, body, edited=True)
            self._into.audit.append(
                "edit", wanted.id, before=content_hash(stored.body), body_sha256=content_hash(body), bundle=bundle.opened.sha256
            )
            self._into.maintenance.index_document(wanted.id)
            changes |= Changes(frozenset({wanted.id}))
        return changes

    def _facts(self, bundle: UnpackedBundle, wanted: Sequence[_Wanted]) -> Changes:
        new, problems = [], []
        for each in (each for each in wanted if each.whole):
            if _there(self._into.memory.read, each.id):
                problems.append(f"{each.id} was left out: a fact of that name, but for upper and lower case, is here.")
                self._into.kept.keep(bundle.opened.sha256, f"theirs/memory/{each.id}.md", bundle.content(f"memory/{each.id}.md"))
                continue
            stored = bundle.facts.read(each.id)
            new.append(NewFact(stored.fact, stored.text, bundle.content(f"memory/{each.id}.md").decode("utf-8", "replace")))
        changes = Changes(problems=tuple(problems), facts=frozenset(each.fact.id for each in self._into.memory.add_all(new)))
        for each in (each for each in wanted if not each.whole):
            changes |= _tried(each, self._changed_fact)
        return changes

    def _changed_fact(self, wanted: _Wanted) -> Changes:
        stored = self._into.memory.read(wanted.id)
        changed = fact_with(stored.fact, wanted.parts)
        if MARKING not in wanted.parts and {each.document for each in stored.fact.sources} - {each.document for each in changed.sources}:
            changed = replace(changed, tlp=self._into.memory.sheet(wanted.id).effective)  # what a source lent it goes on to count
        return self._into.memory.edit(changed, wanted.parts.get(TEXT, stored.text))

    def _lexicon(self, bundle: UnpackedBundle, wanted: Sequence[_Wanted]) -> Changes:
        theirs, mine = lexicon_items(bundle.lexicon), lexicon_items(self._into.lexicon)
        for each in wanted:
            item, table, row = theirs[each.difference.item.key]
            before = mine.get(item.key)
            if before is not None and not each.whole:
                row = {**row, **{name: before[2][name] for part, name in _ALIAS_PARTS.items() if part not in each.parts and name in row}}
            if before is not None:
                self._into.lexicon.change(before[1], (), (before[2],))
                self._into.audit.append(
                    "decide", "lexicon", table=str(before[1]), said=f"{item.title}: as in a bundle", added=[], removed=[before[2]]
                )
            self._into.lexicon.change(table, (row,), ())
            said = f"{item.title}: {item.parts['decision']}, as in a bundle"
            self._into.audit.append("decide", "lexicon", table=str(table), said=said, added=[row], removed=[])
        return _kept_lines(wanted)

    def _searches(self, bundle: UnpackedBundle, wanted: Sequence[_Wanted]) -> Changes:
        kept = _listed(lambda each: each.name.casefold(), self._into.searches.saved(), bundle.searches.saved(), wanted, search_with)
        self._into.searches.keep_saved(list(kept.values()))
        saved = [kept[each.id] for each in wanted]
        said = {"bundle": bundle.opened.sha256}
        self._into.audit.append_all([AuditEntry("search-saved", each.name, {"query": each.query.text, **said}) for each in saved])
        return _kept_lines(wanted)

    def _golden(self, bundle: UnpackedBundle, wanted: Sequence[_Wanted]) -> Changes:
        kept = _listed(lambda each: each.query, self._into.searches.golden(), bundle.searches.golden(), wanted, golden_with)
        self._into.searches.keep_golden(list(kept.values()))
        marked, said = [kept[each.id] for each in wanted], {"bundle": bundle.opened.sha256}
        self._into.audit.append_all([AuditEntry("golden-query", each.query, {"expected": list(each.expected), **said}) for each in marked])
        return _kept_lines(wanted)

    def _pins(self, bundle: UnpackedBundle, wanted: Sequence[_Wanted]) -> Changes:
        """One whose id is not made of its place is none: the place that it would be taken for is another."""
        theirs = {each.id: each for each in bundle.searches.pins()}
        sound = [each for each in wanted if _is_of_its_place(theirs[each.id])]
        problems = [
            f"The pin {each.id} was left out: it is not of the place that it names."
            for each in wanted
            if not _is_of_its_place(theirs[each.id])
        ]
        kept = _listed(lambda each: each.id, self._into.searches.pins(), list(theirs.values()), sound, pin_with)
        self._into.searches.keep_pins(list(kept.values()))
        pinned, said = [kept[each.id] for each in sound], {"bundle": bundle.opened.sha256}
        self._into.audit.append_all(
            [AuditEntry("pinned", each.document_id, {"start": each.start, "end": each.end, **said}) for each in pinned]
        )
        return _kept_lines(sound) | Changes(problems=tuple(problems))

    def _kept(self, bundle: UnpackedBundle, wanted: Sequence[_Wanted]) -> Changes:
        """Views of the graph, threads or boards."""
        kind = wanted[0].difference.item.kind
        folder, files = KEPT_IN[kind], self._into.files
        mine, theirs = files.kept(folder), bundle.kept(folder)
        for each in wanted:
            if each.id in mine:
                self._into.kept.keep(bundle.opened.sha256, f"before/{folder}/{each.id}", mine[each.id])
            files.put_kept(folder, each.id, theirs[each.id])
        names = [each.id.rpartition(".")[0] for each in wanted]
        self._into.audit.append_all([AuditEntry(f"{kind}-saved", f"{folder}/{name}", {"bundle": bundle.opened.sha256}) for name in names])
        there = frozenset(names)
        changes = {ItemKind.THREAD: Changes(threads=there), ItemKind.BOARD: Changes(boards=there), ItemKind.GRAPH: Changes(graphs=there)}
        return changes[kind]


def _listed(
    name_of: Callable[[Listed], str],
    mine: Sequence[Listed],
    theirs: Sequence[Listed],
    wanted: Sequence[_Wanted],
    put: Callable[[Listed, Listed, Mapping[str, str]], Listed],
) -> dict[str, Listed]:
    """What stands in a list, by name, with what is wanted of the other side's: all of a thing, or parts of it."""
    kept, there = ({name_of(each): each for each in side} for side in (mine, theirs))
    for each in wanted:
        kept[each.id] = there[each.id] if each.whole or each.id not in kept else put(kept[each.id], there[each.id], each.parts)
    return kept


def _kept_lines(wanted: Sequence[_Wanted]) -> Changes:
    return Changes(kept=frozenset(each.difference.item.key for each in wanted))


def _is_of_its_place(pin: Pin) -> bool:
    return pin.id == pin_id_of(pin.document_id, pin.start, pin.quote)


def declined_states(comparison: Comparison, choices: Choices) -> dict[str, dict[str, frozenset[str]]]:
    """The states of the other side that the person did not want: of the part that was chosen, or of all of an item that stays away."""
    declined: dict[str, dict[str, frozenset[str]]] = {}
    for each in comparison.items:
        digests = each.item.digests()
        for part in each.parts:
            if choices.get((each.item.key, part.part)) is Choice.MINE:
                refused = digests if part.part == ALL_OF_IT else {part.part: digests[part.part]}
                declined.setdefault(each.item.key, {}).update({name: frozenset({digest}) for name, digest in refused.items()})
    return declined


def _wanted(comparison: Comparison, choices: Choices) -> list[_Wanted]:
    """What has to change, with every conflict decided."""
    open_ = [(item.item.key, part.part) for item, part in comparison.questions if (item.item.key, part.part) not in choices]
    if open_:
        raise UsageError(f"{len(open_):,} conflicts are not decided.", "Say for each whose word counts.")
    wanted = []
    for each in comparison.items:
        if each.standing is Standing.NEW or choices.get((each.item.key, ALL_OF_IT)) is Choice.THEIRS:
            wanted.append(_Wanted(each, {}))
            continue
        parts = {}
        for part in each.parts:
            choice = choices.get((each.item.key, part.part))
            text = {Choice.MINE: part.mine, Choice.THEIRS: part.theirs}[choice] if choice else part.merged
            if text != part.mine:
                parts[part.part] = text
        if parts and each.standing in _TAKEN:
            wanted.append(_Wanted(each, parts))
    return wanted


def _imported(document: Document, bundle: str) -> AuditEntry:
    return AuditEntry("import", document.id, {"filename": document.source_filename, "sha256": document.source_sha256, "bundle": bundle})


def _there(find: Callable[[str], object], name: str) -> bool:
    """Whether the disk has a file of this name."""
    try:
        find(name)
    except (DocumentNotFound, FactNotFound):
        return False
    return True


def _tried(wanted: _Wanted, carry_out: Callable[[_Wanted], Changes]) -> Changes:
    """What came of one item; what cannot be done to it is told, and costs no other its place."""
    try:
        return carry_out(wanted)
    except CofferError as problem:
        return Changes(problems=(f"{wanted.difference.item.title}: {problem.message} {problem.hint}".strip(),))
