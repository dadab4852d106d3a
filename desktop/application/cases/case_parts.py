"""The things of a vault as items with parts that two vaults can compare, and a part of one put into another.

A part that nobody has decided anything about is empty: a text as it was converted, a title as it was found, a grade that nobody gave.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from desktop.application.ports import LexiconStore, LexiconTable, StoredDocument, StoredFact
from desktop.domain.case_bundle import KEPT_IN, Item, ItemKind
from desktop.domain.document import BY_PERSON, Document
from desktop.domain.fact import Fact, FactSource, FactStatus
from desktop.domain.golden import GoldenQuery
from desktop.domain.marking import Marking
from desktop.domain.passage import Query
from desktop.domain.saved_search import Pin, SavedSearch

_TITLE = re.compile(r"^title: *(.+)$", re.MULTILINE)
_CHANGED_AT = re.compile(r"^updated_at: .*\n?", re.MULTILINE)
BODY, TEXT, RELATION = "body", "text", "relation"
QUERY, NOTE, EXPECTED = "query", "note", "expected"
_LONGEST_TITLE = 120
_FOUND = ("title", "published", "language", "author")
"""What a document says of itself, and what a person may state in its place."""
_FACT_TEXTS = (
    "name",
    "description",
    "type",
    "tlp",
    "grade",
    "confidence",
    "valid_from",
    "valid_until",
    "supersedes",
    "superseded_by",
    "status",
)
_EDITED = "edited"
_T = LexiconTable


def document_item(stored: StoredDocument) -> Item:
    """A document: what a person made of it."""
    document = stored.document
    stated = dict(document.origins)
    parts = {name: getattr(document, name) or "" if stated.get(name) == BY_PERSON else "" for name in _FOUND}
    parts |= {"tlp": str(document.tlp), "grade": document.grade or "", "tags": _lines(document.tags)}
    parts[BODY] = stored.body if document.source_mode == _EDITED else ""
    return Item(ItemKind.DOCUMENT, document.id, document.title, parts)


def document_with(document: Document, parts: Mapping[str, str]) -> Document:
    """The document saying what these parts say; its body is none of it."""
    found: dict[str, Any] = {name: parts[name] for name in _FOUND if parts.get(name)}
    origins = dict(document.origins) | dict.fromkeys(found, BY_PERSON)
    changed = replace(document, **found, origins=tuple(origins.items())) if found else document
    return replace(
        changed,
        tlp=Marking(parts["tlp"]) if "tlp" in parts else changed.tlp,
        grade=(parts["grade"] or None) if "grade" in parts else changed.grade,
        tags=_texts(parts["tags"]) if "tags" in parts else changed.tags,
    )


def fact_item(stored: StoredFact) -> Item:
    """A fact: everything it says but when it was changed and by whom."""
    fact = stored.fact
    parts = {name: str(getattr(fact, name) or "") for name in _FACT_TEXTS}
    relation = [fact.subject, fact.relationship, fact.object, fact.negated] if fact.is_edge else []
    parts |= {
        RELATION: json.dumps(relation, ensure_ascii=False) if relation else "",
        "sources": _lines(json.dumps([each.document, each.start, each.end, each.quote], ensure_ascii=False) for each in fact.sources),
        "tags": _lines(fact.tags),
        "kept_with": _lines(fact.kept_with),
        TEXT: stored.text,
    }
    return Item(ItemKind.FACT, fact.id, fact.name, parts)


def fact_with(fact: Fact, parts: Mapping[str, str]) -> Fact:
    """The fact saying what these parts say; its text is none of it."""
    changes: dict[str, Any] = {name: parts[name] or None for name in _FACT_TEXTS if name in parts}
    changes |= {name: parts[name] for name in ("name", "description", "type") if name in parts}
    if "tlp" in parts:
        changes["tlp"] = Marking(parts["tlp"])
    if "status" in parts:
        changes["status"] = FactStatus(parts["status"])
    if RELATION in parts:
        subject, relationship, obj, negated = json.loads(parts[RELATION]) if parts[RELATION] else (None, None, None, False)
        changes |= {"subject": subject, "relationship": relationship, "object": obj, "negated": bool(negated)}
    if "sources" in parts:
        changes["sources"] = tuple(FactSource(*json.loads(each)) for each in _texts(parts["sources"]))
    changes |= {name: _texts(parts[name]) for name in ("tags", "kept_with") if name in parts}
    return replace(fact, **changes)


def lexicon_items(lexicon: LexiconStore) -> dict[str, tuple[Item, LexiconTable, dict[str, str]]]:
    """What is decided about each name, by key of the item, with the line that says so; the last line about a name counts."""
    found = {}
    for table in (_T.ALLOW, _T.DENY, _T.ALIASES):
        for row in lexicon.rows(table):
            item = _decision(table, row)
            found[item.key] = (item, table, row)
    return found


def search_item(search: SavedSearch) -> Item:
    """A saved search: what it asks; whether it watches here is this vault's own affair."""
    query = search.query
    plain = asdict(Query(query.text, query.mode))
    beyond = {name: value for name, value in asdict(query).items() if value != plain[name]}
    said = f"{query.text} [{query.mode}]" + (f" {json.dumps(beyond, sort_keys=True, default=_plain)}" if beyond else "")
    return Item(ItemKind.SEARCH, search.name.casefold(), search.name, {QUERY: said, NOTE: search.note})


def golden_item(golden: GoldenQuery) -> Item:
    """A golden query: the documents that it should find, which count together, and the note."""
    return Item(ItemKind.GOLDEN, golden.query, golden.query, {EXPECTED: _lines(golden.expected), NOTE: golden.note})


def pin_item(pin: Pin) -> Item:
    """A pinned passage: what can be said of it otherwise is the note; the place and its words are what its id is made of."""
    return Item(ItemKind.PIN, pin.id, " ".join(pin.quote.split())[:_LONGEST_TITLE], {NOTE: pin.note})


def search_with(mine: SavedSearch, theirs: SavedSearch, parts: Mapping[str, str]) -> SavedSearch:
    """The saved search saying what these parts say; whether it watches stays as it is here."""
    return replace(mine, query=theirs.query if QUERY in parts else mine.query, note=parts.get(NOTE, mine.note))


def golden_with(mine: GoldenQuery, _theirs: GoldenQuery, parts: Mapping[str, str]) -> GoldenQuery:
    """The golden query saying what these parts say, in the order that it has here."""
    expected = _texts(parts[EXPECTED]) if EXPECTED in parts else mine.expected
    ordered = [*(each for each in mine.expected if each in expected), *(each for each in expected if each not in mine.expected)]
    return replace(mine, expected=tuple(ordered), note=parts.get(NOTE, mine.note))


def pin_with(mine: Pin, _theirs: Pin, parts: Mapping[str, str]) -> Pin:
    """The pin saying what these parts say."""
    return replace(mine, note=parts.get(NOTE, mine.note))


def kept_item(kind: ItemKind, name: str, content: bytes) -> Item:
    """What travels as the file that it is; when a graph was kept or a board was changed is no part of what it says."""
    text = content.decode("utf-8", "replace")
    titled = None if kind is ItemKind.GRAPH else _TITLE.search(text)
    title = titled[1].strip().strip("'\"") if titled else name.rpartition(".")[0]
    said = {ItemKind.GRAPH: _said_by_graph, ItemKind.BOARD: _said_by_board}.get(kind)
    return Item(kind, name, title, {"content": said(text) if said else text})


def _said_by_graph(text: str) -> str:
    """What a graph shows and where, whatever the order in which its file says so; of a damaged file, its text."""
    try:
        row = json.loads(text)
        if not isinstance(row, dict):
            return text
        row.pop("saved_at", None)
        nodes = row.get("nodes")
        if isinstance(nodes, list):
            row["nodes"] = sorted(map(str, nodes))
        return json.dumps(row, ensure_ascii=False, indent=1, sort_keys=True)
    except (ValueError, RecursionError):
        return text


def _said_by_board(text: str) -> str:
    return _CHANGED_AT.sub("", text)


def kept_items(kept: Callable[[str], Mapping[str, bytes]]) -> Iterator[Item]:
    """Views of the graph, threads and boards, as they are kept in their folders."""
    for kind, folder in KEPT_IN.items():
        yield from (kept_item(kind, name, content) for name, content in kept(folder).items())


def by_key(items: Iterable[Item]) -> dict[str, Item]:
    """Items by what tells them apart."""
    return {each.key: each for each in items}


def _decision(table: LexiconTable, row: Mapping[str, str]) -> Item:
    if table is _T.ALIASES:
        name, other = row["name"], row["other"]
        item_id, title = f"{name.casefold()} = {other.casefold()}", f"{name} = {other}"
        said = {"decision": row["status"], "note": row.get("note", "")}
    else:
        item_id, title = row["value"].casefold(), row["value"]
        said = {"decision": f"always {row['type']}" if table is _T.ALLOW else "never counts"}
    return Item(ItemKind.LEXICON, item_id, title, said)


def _lines(texts: Iterable[str]) -> str:
    return "\n".join(sorted(set(texts)))


def _texts(lines: str) -> tuple[str, ...]:
    return tuple(filter(None, lines.split("\n")))


def _plain(value: object) -> object:
    return sorted(map(str, value)) if isinstance(value, Sequence | frozenset) else str(value)
