"""What an analyst keeps of searching, on disk: tables in TOML that a person can read and edit, and the history, a line a search."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import tomlkit
from tomlkit.items import Table, Whitespace

from desktop.adapters.durable_files import replace_file, storing
from desktop.domain.errors import UsageError, VaultLocked
from desktop.domain.golden import GoldenQuery
from desktop.domain.intent import Intent
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters, Fusion, Mode, Query, Route, TextKind
from desktop.domain.saved_search import PastSearch, Pin, SavedSearch

Kept = TypeVar("Kept")
Read = TypeVar("Read")
Row = Mapping[str, Any]
_SAVED, _PINS, _GOLDEN, _HISTORY = "saved.toml", "pins.toml", "golden.toml", "history.jsonl"


class SearchFiles:
    """The files of one folder of a vault; what a person wrote beside the known keys, comments included, stays where its entry stays."""

    def __init__(self, folder: Path, *, writable: bool = True) -> None:
        self._folder = folder
        self._writable = writable

    def saved(self) -> tuple[SavedSearch, ...]:
        """The saved searches, in the order they are kept in."""
        return self._read(_SAVED, "search", _saved_of)

    def keep_saved(self, searches: Sequence[SavedSearch]) -> None:
        """Keep exactly these saved searches."""
        self._write(_SAVED, "search", "name", [_saved_row(each) for each in searches])

    def pins(self) -> tuple[Pin, ...]:
        """The pins, in the order they are kept in."""
        return self._read(_PINS, "pin", _pin_of)

    def keep_pins(self, pins: Sequence[Pin]) -> None:
        """Keep exactly these pins."""
        self._write(_PINS, "pin", "id", [{name: getattr(each, name) for name in _PIN} for each in pins])

    def golden(self) -> tuple[GoldenQuery, ...]:
        """The golden queries, in the order they are kept in."""
        return self._read(_GOLDEN, "golden", _golden_of)

    def keep_golden(self, queries: Sequence[GoldenQuery]) -> None:
        """Keep exactly these golden queries."""
        rows = [{"query": each.query, "expected": list(each.expected), "note": each.note} for each in queries]
        self._write(_GOLDEN, "golden", "query", rows)

    def history(self) -> tuple[PastSearch, ...]:
        """The searches that were made, newest first."""
        lines = self._content(_HISTORY).splitlines()
        return tuple(self._understood(_HISTORY, lambda: [_past_of(json.loads(line)) for line in reversed(lines) if line.strip()]))

    def keep_history(self, searches: Sequence[PastSearch]) -> None:
        """Keep exactly these past searches, newest first."""
        rows = [{"asked_at": each.asked_at, "hits": each.hits, **_query_row(each.query)} for each in reversed(searches)]
        self._replace(_HISTORY, "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows))

    def _read(self, name: str, table: str, of: Callable[[Row], Kept]) -> tuple[Kept, ...]:
        content = self._content(name)
        return tuple(self._understood(name, lambda: [of(row) for row in tomllib.loads(content).get(table, [])]))

    def _write(self, name: str, table: str, key: str, rows: Sequence[Row]) -> None:
        """Each row takes the place of the one with the same key; what else stands in that one is kept."""
        content = self._content(name)
        document = self._understood(name, lambda: tomlkit.parse(content))
        before = {each.get(key): each for each in document.get(table, [])}
        kept = tomlkit.aot()
        for row in rows:
            entry = _trimmed(before[row[key]]) if row[key] in before else tomlkit.table()
            for field in [each for each in _KNOWN if each in entry and each not in row]:
                del entry[field]
            for field, value in row.items():
                if entry.get(field) != value:
                    entry[field] = value
            kept.append(entry)
        document[table] = kept
        self._replace(name, tomlkit.dumps(document))

    def _content(self, name: str) -> str:
        path = self._folder / name
        if not path.exists():
            return ""
        with storing(f"{name} could not be read"):
            content = path.read_bytes()
        return self._understood(name, content.decode)

    def _understood(self, name: str, read: Callable[[], Read]) -> Read:
        try:
            return read()
        except (
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
            OverflowError,
            RecursionError,
        ) as error:  # TOML’s and JSON’s are ValueErrors
            path = self._folder / name
            raise UsageError(f"{path} cannot be understood: {error}.", "Mend what was edited there, or move the file away.") from error

    def _replace(self, name: str, content: str) -> None:
        if not self._writable:
            raise VaultLocked(
                "This vault is being written by another Coffer, so nothing can be kept in it from here.", "Close the other one."
            )
        with storing(f"{name} could not be written"):
            self._folder.mkdir(exist_ok=True)
            replace_file(self._folder / name, content.encode("utf-8", "replace"))


_PIN = ("id", "document_id", "title", "start", "end", "quote", "query", "pinned_at", "note")
_LISTS = ("tags", "formats", "documents", "named")
_FLAGS = ("transliterate", "any_spelling", "fold_twins")
_KNOWN = (
    "query", "mode", "limit", "per_document", *_FLAGS, "routes_off", "intent", "fusion", "unwidened", "since", "until", "tlp_max", *_LISTS,
    "markings", "watched", "looked_at", "seen", "note",
)  # fmt: skip
"""Keys that are left out where they say nothing."""


def _trimmed(entry: Table) -> Table:
    """An entry without the empty lines that follow it, for each is written with one of its own: they would grow by every writing."""
    body = entry.value.body
    while body and isinstance(body[-1][1], Whitespace):
        body.pop()
    return entry


def _saved_row(search: SavedSearch) -> dict[str, Any]:
    watching = {"watched": True, "looked_at": search.looked_at, "seen": list(search.seen)} if search.watched else {}
    note = {"note": search.note} if search.note else {}
    return {"name": search.name, **_query_row(search.query), "created_at": search.created_at, **watching, **note}


def _saved_of(row: Row) -> SavedSearch:
    return SavedSearch(
        _text(row, "name"),
        _query_of(row),
        str(row.get("created_at", "")),
        bool(row.get("watched", False)),
        str(row.get("looked_at", "")),
        _texts(row, "seen"),
        str(row.get("note", "")),
    )


def _pin_of(row: Row) -> Pin:
    texts = {name: _text(row, name) for name in ("id", "document_id", "quote")}
    others = {name: str(row.get(name, "")) for name in ("title", "query", "pinned_at", "note")}
    return Pin(**texts, **others, start=int(row["start"]), end=int(row["end"]))


def _golden_of(row: Row) -> GoldenQuery:
    return GoldenQuery(_text(row, "query"), _texts(row, "expected"), str(row.get("note", "")))


def _past_of(row: Row) -> PastSearch:
    return PastSearch(_query_of(row), _text(row, "asked_at"), int(row["hits"]))


def _query_row(query: Query) -> dict[str, Any]:
    """What a query says beyond the defaults."""
    plain, filters = Query(query.text, query.mode), query.filters
    row: dict[str, Any] = {"query": query.text, "mode": query.mode.value}
    row |= {name: getattr(query, name) for name in ("limit", "per_document", *_FLAGS) if getattr(query, name) != getattr(plain, name)}
    row |= {"intent": query.intent.value} if query.intent else {}
    row |= {"fusion": query.fusion.value} if query.fusion else {}
    row |= {"tlp_max": filters.tlp_max.value} if filters.tlp_max else {}
    row |= {name: value for name in ("since", "until") if (value := getattr(filters, name))}
    lists: dict[str, Iterable[str]] = {name: getattr(filters, name) for name in _LISTS}
    lists |= {"routes_off": sorted(query.routes_off), "unwidened": sorted(query.unwidened), "markings": filters.markings}
    lists |= {"kinds": filters.kinds}
    row |= {"superseded": True} if filters.superseded else {}
    return row | {name: [str(each) for each in values] for name, values in lists.items() if values}


def _query_of(row: Row) -> Query:
    tlp_max = Marking.parse(row["tlp_max"]) if row.get("tlp_max") else None
    lists: dict[str, Any] = {name: _texts(row, name) for name in _LISTS}
    lists |= {"kinds": tuple(map(TextKind, _texts(row, "kinds"))), "superseded": row.get("superseded") is True}
    markings = tuple(map(Marking.parse, _texts(row, "markings")))
    filters = Filters(row.get("since"), row.get("until"), tlp_max, markings=markings, **lists)
    return Query(
        _text(row, "query"),
        Mode(row["mode"]),
        int(row.get("limit", 20)),
        filters,
        routes_off=frozenset(map(Route, _texts(row, "routes_off"))),
        intent=Intent(row["intent"]) if row.get("intent") else None,
        fusion=Fusion(row["fusion"]) if row.get("fusion") else None,
        unwidened=frozenset(_texts(row, "unwidened")),
        per_document=int(row.get("per_document", 0)),
        **{name: bool(row.get(name, False)) for name in _FLAGS},
    )


def _text(row: Row, name: str) -> str:
    if not isinstance(row[name], str) or not row[name].strip():
        raise ValueError(f"{name} must be a text")
    return str(row[name])


def _texts(row: Row, name: str) -> tuple[str, ...]:
    values = row.get(name, [])
    if not isinstance(values, list) or not all(isinstance(each, str) for each in values):
        raise ValueError(f"{name} must be a list of texts")
    return tuple(values)
