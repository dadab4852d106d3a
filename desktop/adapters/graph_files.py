"""Named graphs on disk: `graphs/<name>.json`, which a person can read, copy and carry to another vault."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from desktop.adapters.durable_files import replace_file, storing
from desktop.adapters.trash import Discarded, Trash
from desktop.domain.errors import UsageError, VaultLocked
from desktop.domain.graph_timeline import Period
from desktop.domain.graph_view import Kind, Spot
from desktop.domain.layout import LayoutKind
from desktop.domain.named_graph import GraphHead, NamedGraph, TrashedGraph
from desktop.domain.pack import slug
from desktop.domain.vault import VaultPaths

FORMAT = "coffer graph 1"
LARGEST = 20_000_000
_SETS = ("pinned", "hidden", "kinds_off", "relationships_off")


class GraphFiles:
    """The GraphStore of one vault."""

    def __init__(self, paths: VaultPaths, *, writable: bool = True) -> None:
        self._folder = paths.graphs
        self._writable = writable
        self._trash = Trash(paths, folders=(paths.graphs.name,))

    def heads(self) -> tuple[GraphHead, ...]:
        """All that can be read, by name."""
        heads = (GraphHead(each.name, each.case, each.saved_at, len(each.nodes), path.stem) for path, each in self._readable())
        return tuple(sorted(heads, key=lambda each: each.name.casefold()))

    def read(self, name: str) -> NamedGraph:
        """The graph of this name; one whose file is damaged is looked for by the file's name, so that its fault is told."""
        for _, graph in self._readable():
            if _same(graph.name, name):
                return graph
        damaged = self._folder / f"{slug(name)}.json"
        if damaged.exists():
            return _read(damaged)
        raise UsageError(f"There is no graph named {name!r} in this vault.", "Choose another.")

    def keep(self, graph: NamedGraph) -> None:
        """Keep a graph, in place of an earlier one of its name."""
        self._check_writable()
        path = next((path for path, each in self._readable() if _same(each.name, graph.name)), None) or self._free(graph.name)
        with storing(f"{path.name} could not be written"):
            self._folder.mkdir(exist_ok=True)
            replace_file(path, json.dumps(_row(graph), ensure_ascii=False, indent=1).encode())

    def rename(self, name: str, new_name: str) -> None:
        """Give a graph another name, with all else that stands in its file; UsageError where another graph has it."""
        self._check_writable()
        path = self._path_of(name)
        if any(_same(each.name, new_name) and other != path for other, each in self._readable()):
            raise UsageError(f"There is a graph named {new_name!r} already.", "Choose another name.")
        with storing(f"{path.name} could not be written"):
            row = json.loads(path.read_bytes())
            replace_file(path, json.dumps({**row, "name": new_name}, ensure_ascii=False, indent=1).encode())

    def trash(self, name: str) -> str:
        """Move a graph to the trash; returns the name of its file there."""
        self._check_writable()
        path = self._path_of(name)
        with storing(f"{path.name} could not be moved to the trash"):
            self._trash.discard(path.stem, [path])
        return path.stem

    def restore(self, file: str) -> str:
        """Bring the graph back whose file was moved to the trash last under this name; returns what it is called."""
        self._check_writable()
        with storing(f"graphs/{file}.json could not be brought back from the trash"):
            discarded = self._trash.discarded(file)
            if not discarded:
                raise UsageError(f"The trash holds no graph {file}.", "It may have been emptied, or restored already.")
            graph = _read(discarded[0].files[0])
            if (self._folder / f"{file}.json").exists() or any(_same(each.name, graph.name) for _, each in self._readable()):
                raise UsageError(f"There is a graph named {graph.name!r} again.", "Rename that one first.")
            self._folder.mkdir(exist_ok=True)
            self._trash.put_back(discarded[0])
        return graph.name

    def trashed(self) -> tuple[TrashedGraph, ...]:
        """What is in the trash, newest first."""
        with storing("The trash could not be read"):
            return tuple(map(_trashed, self._trash.discarded()))

    def empty_trash(self, files: Sequence[str] | None = None) -> int:
        """Remove for good what is in the trash, all of it or these; returns how many that were."""
        self._check_writable()
        with storing("The trash could not be emptied"):
            chosen = [each for each in self._trash.discarded() if files is None or each.document_id in files]
            self._trash.empty(chosen)
        return len(chosen)

    def _check_writable(self) -> None:
        if not self._writable:
            raise VaultLocked("This vault is being written by another Coffer, so no graph can be kept from here.", "Close the other one.")

    def _path_of(self, name: str) -> Path:
        """The file of a graph that is there."""
        found = next((path for path, each in self._readable() if _same(each.name, name)), None)
        if found is None:
            raise UsageError(f"There is no graph named {name!r} in this vault.", "Choose another.")
        return found

    def _readable(self) -> Iterator[tuple[Path, NamedGraph]]:
        for path in sorted(self._folder.glob("*.json")) if self._folder.is_dir() else ():
            try:
                yield path, _read(path)
            except UsageError:  # told when it is asked for
                continue

    def _free(self, name: str) -> Path:
        """A file for a name, told from those of other names that are written alike."""
        stem = slug(name)[:80] or "graph"
        number, path = 1, self._folder / f"{stem}.json"
        while path.exists() or self._trash.discarded(path.stem):
            number += 1
            path = self._folder / f"{stem}-{number}.json"
        return path


def _read(path: Path) -> NamedGraph:
    try:
        with storing(f"{path.name} could not be read"):
            if path.stat().st_size > LARGEST:
                raise ValueError("it is larger than any graph may be")
            if not path.is_file():
                raise ValueError("it is no file")
            content = path.read_bytes()
        return _graph(json.loads(content))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise UsageError(f"{path} cannot be understood: {error}.", "Mend what was edited there, or move the file away.") from error


def _trashed(discarded: Discarded) -> TrashedGraph:
    """What cannot be understood is called as its file is."""
    (path,) = discarded.files
    try:
        name = _read(path).name
    except UsageError:
        name = discarded.document_id
    return TrashedGraph(discarded.document_id, name, f"{discarded.deleted:%Y-%m-%dT%H:%M:%SZ}", path.stat().st_size)


def _row(graph: NamedGraph) -> dict[str, Any]:
    sets = {name: sorted(map(str, getattr(graph, name))) for name in _SETS}
    spots = {key: [round(x, 1), round(y, 1)] for key, (x, y) in graph.spots.items()}
    return {
        "format": FORMAT, "name": graph.name, "case": graph.case, "saved_at": graph.saved_at, "as_of": graph.as_of,
        "layout": str(graph.layout),
        "period": list(graph.period or ()), "nodes": list(graph.nodes), "collected": dict(graph.collected), **sets, "spots": spots,
    }  # fmt: skip


def _graph(row: dict[str, Any]) -> NamedGraph:
    if row["format"] != FORMAT:
        raise ValueError(f"its format is {row['format']!r}, not {FORMAT!r}")
    if not str(row["name"]).strip():
        raise ValueError("it has no name")
    str(row["name"]).encode()  # half of a character can be written to no log and no file
    pinned, hidden, kinds, relationships = (frozenset(map(str, row.get(name, []))) for name in _SETS)
    return NamedGraph(
        str(row["name"]), tuple(map(str, row["nodes"])), {str(key): str(where) for key, where in row.get("collected", {}).items()},
        pinned, hidden, frozenset(map(Kind, kinds)), relationships, {str(key): _spot(spot) for key, spot in row.get("spots", {}).items()},
        LayoutKind(row.get("layout", "force")), str(row.get("as_of", "")), str(row.get("saved_at", "")),
        _period(row.get("period", [])), str(row.get("case", "")),
    )  # fmt: skip


def _period(values: list[str]) -> Period | None:
    if not values:
        return None
    first, last = sorted(date.fromisoformat(str(each)).isoformat() for each in values)
    return Period(first, last)


def _spot(values: list[float]) -> Spot:
    x, y = values
    if not (abs(float(x)) < 1e7 and abs(float(y)) < 1e7):  # also no NaN
        raise ValueError("a place is out of all bounds")
    return (float(x), float(y))


def _same(one: str, other: str) -> bool:
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()
