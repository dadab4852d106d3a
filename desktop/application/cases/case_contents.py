"""What of a case may travel: everything passes the gate with all that it names, and what would tell of the rest is cut or held back."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from desktop.application.cases.case_parts import (
    EXPECTED,
    document_item,
    fact_item,
    golden_item,
    kept_item,
    lexicon_items,
    pin_item,
    search_item,
)
from desktop.application.gate import KnowsMarkings, MarkingGate
from desktop.application.job import JobContext, Progress
from desktop.application.ports import (
    Content,
    DocumentQuery,
    DocumentStore,
    FactIndex,
    FactQuery,
    FactStore,
    IndexReader,
    LexiconStore,
    LexiconTable,
    PortableFiles,
    SearchStore,
)
from desktop.application.ports.boards import BoardStore
from desktop.application.ports.threads import ThreadStore
from desktop.domain.case_bundle import KEPT_IN, Item, ItemKind
from desktop.domain.document import Document
from desktop.domain.errors import DocumentNotFound, UsageError
from desktop.domain.fact import Fact, FactView, indexed_id
from desktop.domain.golden import GoldenQuery
from desktop.domain.leaving import Exit, Outgoing, Withheld
from desktop.domain.marking import Marking
from desktop.domain.saved_search import Pin, SavedSearch

AUDIT = "audit.jsonl"
_NAMED_ID = re.compile(r"[a-z0-9][a-z0-9-]*-[0-9a-f]{8}(?![0-9a-z])")
"""How Coffer names documents and facts."""
_MACHINE = ("source_path",)
"""What a document tells of this machine."""
_LINKS = ("parent", "supersedes", "superseded_by")


@dataclass(frozen=True, slots=True)
class BundleChoice:
    """What shall travel: a case or, without one, all; nothing marked above the limit.

    `unmarked` is how the person marks what carries no marking of its own: decisions of the lexicon, saved searches, golden queries,
    views of the graph, and lines of the audit log about them.
    """

    case: str = ""
    tlp_max: Marking | None = None
    unmarked: Marking = Marking.RED


@dataclass(slots=True)
class Selected:
    """What may travel so far, and what not; `words` are all that the documents and facts of a case hold, `of_case` which these are.

    `narrowed` names, by key of an item, the part of which only what is of the case travels.
    """

    folder: Path | None = None
    items: dict[str, Item] = field(default_factory=dict)
    contents: list[Content] = field(default_factory=list)
    withheld: list[tuple[str, Withheld]] = field(default_factory=list)
    cut: dict[str, tuple[str, ...]] = field(default_factory=dict)
    searches: list[SavedSearch] = field(default_factory=list)
    golden: list[GoldenQuery] = field(default_factory=list)
    pins: list[Pin] = field(default_factory=list)
    lexicon: list[tuple[LexiconTable, dict[str, str]]] = field(default_factory=list)
    marking: Marking = Marking.CLEAR
    audit_lines: int = 0
    words: set[str] = field(default_factory=set)
    members: dict[str, list[str]] = field(default_factory=dict)
    of_case: frozenset[str] = frozenset()
    narrowed: dict[str, str] = field(default_factory=dict)

    def counts(self) -> dict[str, int]:
        """How many of each kind may travel."""
        found = {str(kind): 0 for kind in ItemKind}
        for item in self.items.values():
            found[item.kind] += 1
        return found | {"audit": self.audit_lines}


@dataclass(frozen=True, slots=True)
class CaseSources:
    """Where the contents of a bundle come from."""

    documents: DocumentStore
    facts: FactStore
    reader: IndexReader
    index: FactIndex
    lexicon: LexiconStore
    searches: SearchStore
    files: PortableFiles
    threads: ThreadStore
    boards: BoardStore


@dataclass(frozen=True, slots=True)
class _Made:
    """What a thread or a board was made of: its cases, documents and facts, and the least that it is marked."""

    tags: tuple[str, ...]
    made_of: tuple[str, ...]
    stated: Marking


class CaseContents:
    """Selects what of a vault may travel."""

    def __init__(self, sources: CaseSources, gate: MarkingGate, markings: KnowsMarkings) -> None:
        self._from = sources
        self._gate = gate
        self._markings = markings

    def select(self, context: JobContext, choice: BundleChoice, folder: Path | None = None) -> Selected:
        """Everything of a case, as it may leave; its files are put into an empty folder, or, without one, not kept."""
        selected = Selected(folder, members=self._members())
        facts = self._facts(choice.case)
        documents = self._documents(choice.case, facts)
        selected.of_case = frozenset([*(each.id for each in documents), *(indexed_id(each.id) for each in facts)])
        for done, document in enumerate(documents):
            context.cancel.raise_if_cancelled()
            context.report(Progress("gather", done, len(documents) + len(facts), document.title))
            self._take_document(selected, document, choice)
        for done, fact in enumerate(facts, len(documents)):
            context.cancel.raise_if_cancelled()
            context.report(Progress("gather", done, len(documents) + len(facts), fact.name))
            self._take_fact(selected, fact, choice)
        self._take_unmarked(selected, choice)
        self._take_marked(selected, choice)
        self._take_audit(selected, choice)
        return selected

    def limit(self, choice: BundleChoice) -> Marking:
        """The highest marking that may leave."""
        return self._gate.limit(Exit.BUNDLE, choice.tlp_max)

    def _facts(self, case: str) -> list[Fact]:
        query = FactQuery(view=FactView.ALL, tags=(case,) if case else (), sort="id", descending=False)
        return [row.fact for row in self._from.index.rows(query)]

    def _documents(self, case: str, facts: Sequence[Fact]) -> list[Document]:
        """The documents of a case, and those that its facts were taken from: a source must open."""
        tags = (case,) if case else ()
        found = {
            row.document.id: row.document for row in self._from.reader.documents(DocumentQuery(tags=tags, sort="id", descending=False))
        }
        for name in dict.fromkeys(source.document for fact in facts for source in fact.sources):
            if name not in found and (document := self._read(name)) is not None:
                found[name] = document
        return list(found.values())

    def _members(self) -> dict[str, list[str]]:
        """What came out of each mail or archive, whose original holds it still."""
        found: dict[str, list[str]] = {}
        for row in self._from.reader.documents(DocumentQuery(sort="id", descending=False)):
            if row.document.parent:
                found.setdefault(row.document.parent, []).append(row.document.id)
        return found

    def _read(self, document_id: str) -> Document | None:
        try:
            return self._from.documents.read(document_id).document
        except (DocumentNotFound, UsageError):  # a source that is gone, or another fact
            return None

    def _take_document(self, selected: Selected, document: Document, choice: BundleChoice) -> None:
        barred = self._barred([getattr(document, name) for name in _LINKS], choice)
        cut = tuple(name for name in _LINKS if getattr(document, name) in barred)
        content = self._from.files.document(document.id, (*_MACHINE, *cut))
        stored = self._from.documents.read(document.id)
        item = document_item(stored)
        inside = _all_members(document.id, selected.members)
        if not self._passes(selected, item, document.id, content, choice, inside) or content is None:
            return
        self._put(selected, f"docs/{document.id}.md", content)
        if stored.raw_path is not None:
            selected.contents.append(Content(f"raw/{stored.raw_path.name}", stored.raw_path))
        self._keep(selected, item, content, cut, choice)

    def _take_fact(self, selected: Selected, fact: Fact, choice: BundleChoice) -> None:
        links = [fact.supersedes, fact.superseded_by, *fact.kept_with]
        barred = self._barred([indexed_id(each) for each in links if each], choice)
        named = {name for name in ("supersedes", "superseded_by") if indexed_id(getattr(fact, name) or "") in barred}
        changes: dict[str, Any] = dict.fromkeys(named)
        kept = [each for each in fact.kept_with if indexed_id(each) not in barred]
        if len(kept) < len(fact.kept_with):
            changes["kept_with"] = kept or None
        content = self._from.files.fact(fact.id, changes)
        item = fact_item(self._from.facts.read(fact.id))
        item = replace(item, parts={**item.parts, **dict.fromkeys(named, ""), "kept_with": "\n".join(sorted(set(kept)))})
        if "superseded_by" in named:  # without its successor it would be told as if it held
            successor = indexed_id(fact.superseded_by or "")
            selected.withheld.append((item.kind, Withheld(item.title, self._gate.effective([successor]), (successor,))))
            return
        if self._passes(selected, item, indexed_id(fact.id), content, choice) and content is not None:
            self._put(selected, f"memory/{fact.id}.md", content)
            self._keep(selected, item, content, tuple(changes), choice)

    def _take_unmarked(self, selected: Selected, choice: BundleChoice) -> None:
        """What carries no marking of its own, of a case as far as it speaks of that."""
        carried = _ids_of(selected.items.values())
        for item, table, row in lexicon_items(self._from.lexicon).values():
            if choice.case and not _words(item.title) <= selected.words:
                continue
            if self._let_out(selected, item, (), " ".join(row.values()), choice):
                selected.lexicon.append((table, row))
                selected.items[item.key] = item
        for search in self._from.searches.saved():
            item = search_item(search)
            if choice.case and choice.case not in search.query.filters.tags:
                continue
            if self._let_out(selected, item, search.query.filters.documents, f"{item.title} {item.parts['query']} {search.note}", choice):
                selected.searches.append(replace(search, watched=False, looked_at="", seen=()))
                selected.items[item.key] = item
        self._take_golden(selected, choice)
        self._take_pins(selected, choice)
        for name, content in self._from.files.kept(KEPT_IN[ItemKind.GRAPH]).items():
            item = kept_item(ItemKind.GRAPH, name, content)
            if choice.case and carried.isdisjoint(self._named_in(item.parts["content"])):
                continue
            if self._let_out(selected, item, (), item.parts["content"], choice):
                self._put(selected, f"graphs/{name}", content)
                selected.items[item.key] = item

    def _take_golden(self, selected: Selected, choice: BundleChoice) -> None:
        """Golden queries; of a case, those that expect something of it, and only that."""
        for golden in self._from.searches.golden():
            expected = tuple(each for each in golden.expected if not choice.case or each in selected.of_case)
            if choice.case and not expected:
                continue
            taken = replace(golden, expected=expected)
            if self._let_out(selected, item := golden_item(taken), expected, f"{golden.query} {golden.note}", choice):
                selected.golden.append(taken)
                selected.items[item.key] = item
                if taken != golden:
                    selected.narrowed[item.key] = EXPECTED

    def _take_pins(self, selected: Selected, choice: BundleChoice) -> None:
        """Pinned passages, marked as their documents; what a person wrote beside one has no marking of its own."""
        for pin in self._from.searches.pins():
            if choice.case and pin.document_id not in selected.of_case:
                continue
            written = f"{pin.query} {pin.note}".strip()
            stated = choice.unmarked if written else Marking.CLEAR
            if self._let_out(selected, item := pin_item(pin), (pin.document_id,), f"{pin.quote} {written}", choice, stated):
                selected.pins.append(pin)
                selected.items[item.key] = item

    def _take_marked(self, selected: Selected, choice: BundleChoice) -> None:
        """Threads and boards of a case, each marked as whatever it quotes or weighs."""
        for kind, made in ((ItemKind.THREAD, self._thread), (ItemKind.BOARD, self._board)):
            for name, content in self._from.files.kept(KEPT_IN[kind]).items():
                item = kept_item(kind, name, content)
                found = made(name, choice)
                if found is None or (choice.case and choice.case not in found.tags):
                    continue
                if self._let_out(selected, item, found.made_of, item.parts["content"], choice, found.stated):
                    self._put(selected, f"{KEPT_IN[kind]}/{name}", content)
                    selected.items[item.key] = item

    def _thread(self, name: str, _: BundleChoice) -> _Made | None:
        """What a thread was made of; what was marked when it was asked counts on."""
        if not name.endswith(".md"):
            return None
        thread = self._from.threads.read(name.removesuffix(".md"))
        cited = [citation.document_id for turn in thread.turns for citation in turn.answer.citations]
        unread = [Marking.RED] if thread.warnings else []
        return _Made(thread.head.case, tuple(dict.fromkeys(cited)), Marking.highest([thread.head.tlp, *unread]))

    def _board(self, name: str, choice: BundleChoice) -> _Made | None:
        """What a board was made of; one that cannot be understood belongs to no case, and counts as RED."""
        if not name.endswith(".yaml"):
            return None
        try:
            board = self._from.boards.read(name.removesuffix(".yaml"))
        except UsageError:
            return _Made((), (), Marking.RED)
        stated = Marking.CLEAR if board.evidence else choice.unmarked
        return _Made((board.case,), tuple(dict.fromkeys(map(indexed_id, board.fact_ids))), stated)

    def _let_out(
        self, selected: Selected, item: Item, made_of: Sequence[str], text: str, choice: BundleChoice, stated: Marking | None = None
    ) -> bool:
        """Whether something without a marking of its own may leave; with a case chosen, one of all it names."""
        outgoing = Outgoing(item.title, (*made_of, *self._named_in(text)), choice.unmarked if stated is None else stated)
        release = self._gate.examine(Exit.BUNDLE, [outgoing], choice.tlp_max)
        selected.withheld += [(item.kind, each) for each in release.withheld]
        selected.marking = Marking.highest([selected.marking, release.marking])
        return release.complete

    def _take_audit(self, selected: Selected, choice: BundleChoice) -> None:
        """The lines about what travels, as they stand; of all, where nothing is limited, every line."""
        whole = not choice.case and self.limit(choice) is Marking.RED
        carried = _ids_of(selected.items.values())
        lines = [line for line in self._from.files.audit_lines() if whole or self._line_leaves(line, carried, choice)]
        selected.audit_lines = len(lines)
        if lines:
            self._put(selected, AUDIT, b"".join(lines))

    def _line_leaves(self, line: bytes, carried: Collection[str], choice: BundleChoice) -> bool:
        try:
            subject = json.loads(line).get("subject")
        except (ValueError, AttributeError):  # a damaged line tells nobody what it is about
            return False
        if subject not in carried:
            return False
        release = self._gate.examine(
            Exit.BUNDLE, [Outgoing(str(subject), tuple(self._named_in(line.decode("utf-8", "replace"))))], choice.tlp_max
        )
        return release.complete

    def _passes(
        self, selected: Selected, item: Item, own: str, content: bytes | None, choice: BundleChoice, inside: Sequence[str] = ()
    ) -> bool:
        """Whether a document or a fact may leave, with everything that its file names and, `inside`, that its original holds."""
        made_of = [own, *inside, *(self._named_in(content.decode("utf-8", "replace")) if content is not None else ())]
        release = self._gate.examine(Exit.BUNDLE, [Outgoing(item.title, tuple(dict.fromkeys(made_of)))], choice.tlp_max)
        withheld = [(str(item.kind), each) for each in release.withheld]
        if content is None and release.complete:  # its head is not written line by line, so nothing can be cut out of it
            withheld = [(str(item.kind), Withheld(item.title, Marking.RED, (own,)))]
        selected.withheld += withheld
        if not withheld:
            selected.marking = Marking.highest([selected.marking, release.marking])
        return not withheld

    def _keep(self, selected: Selected, item: Item, content: bytes, cut: tuple[str, ...], choice: BundleChoice) -> None:
        selected.items[item.key] = item
        if choice.case:
            selected.words |= _words(content.decode("utf-8", "replace"))
        if cut:
            selected.cut[item.key] = cut

    def _put(self, selected: Selected, name: str, content: bytes) -> None:
        """Take a file along: a large case does not fit into memory, so it waits in the folder."""
        if selected.folder is not None:
            selected.contents.append(Content(name, self._from.files.put_aside(selected.folder, name, content)))

    def _barred(self, ids: Sequence[str | None], choice: BundleChoice) -> set[str]:
        """Those of these that may not leave; of what is not in the vault nobody knows."""
        named = [each for each in dict.fromkeys(ids) if each]
        allowed = self._gate.examine(Exit.BUNDLE, [Outgoing(each, (each,)) for each in named], choice.tlp_max).allowed
        return set(named) - {named[place] for place in allowed}

    def _named_in(self, text: str) -> Iterator[str]:
        """Documents and facts of the vault that a text names, by their ids."""
        found = list(dict.fromkeys(_NAMED_ID.findall(text)))
        if found:
            yield from self._known([*found, *map(indexed_id, found)])

    def _known(self, ids: Sequence[str]) -> Mapping[str, Marking]:
        return self._markings.effective_markings(ids)


def _all_members(document_id: str, members: Mapping[str, Sequence[str]]) -> list[str]:
    """Everything that came out of a document, and out of that."""
    found: dict[str, None] = {}
    waiting = [document_id]
    while waiting:
        new = [each for each in members.get(waiting.pop(), ()) if each not in found]
        found |= dict.fromkeys(new)
        waiting += new
    return list(found)


def _ids_of(items: Collection[Item]) -> set[str]:
    """Documents and facts among these, as the gate and the log name them."""
    facts = {indexed_id(each.id) for each in items if each.kind is ItemKind.FACT}
    return facts | {each.id for each in items if each.kind is ItemKind.DOCUMENT}


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))
