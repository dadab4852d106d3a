"""Named graphs on disk: `graphs/<name>.json`, which a person can read, copy and carry to another vault."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from desktop.adapters.durable_files import replace_file, storing
from desktop.domain.errors import UsageError, VaultLocked
from desktop.domain.graph_timeline import Period
from desktop.domain.graph_view import Kind, Spot
from desktop.domain.layout import LayoutKind
from desktop.domain.named_graph import NamedGraph
from desktop.domain.pack import slug

FORMAT = "coffer graph 1"
LARGEST = 20_000_000
_SETS = ("pinned", "hidden", "kinds_off", "relationships_off")


class GraphFiles:
    """The files of one folder of a vault."""

    def __init__(self, folder: Path, *, writable: bool = True) -> None:
        self._folder = folder
        self._writable = writable

    def names(self) -> tuple[str, ...]:
        """The names of all that can be read, sorted."""
        return tuple(sorted((graph.name for _, graph in self._readable()), key=str.casefold))

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
        if not self._writable:
            raise VaultLocked("This vault is being written by another Coffer, so no graph can be kept from here.", "Close the other one.")
        path = next((path for path, each in self._readable() if _same(each.name, graph.name)), None) or self._free(graph.name)
        with storing(f"{path.name} could not be written"):
            self._folder.mkdir(exist_ok=True)
            replace_file(path, json.dumps(_row(graph), ensure_ascii=False, indent=1).encode())

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
        while path.exists():
            number += 1
            path = self._folder / f"{stem}-{number}.json"
        return path


def _read(path: Path) -> NamedGraph:
    try:
        with storing(f"{path.name} could not be read"):
            if path.stat().st_size > LARGEST:
                raise ValueError("it is larger than any graph may be")
            content = path.read_bytes()
        return _graph(json.loads(content))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{path} cannot be understood: {error}.", "Mend what was edited there, or move the file away.") from error


def _row(graph: NamedGraph) -> dict[str, Any]:
    sets = {name: sorted(map(str, getattr(graph, name))) for name in _SETS}
    spots = {key: [round(x, 1), round(y, 1)] for key, (x, y) in graph.spots.items()}
    return {
        "format": FORMAT, "name": graph.name, "saved_at": graph.saved_at, "as_of": graph.as_of, "layout": str(graph.layout),
        "period": list(graph.period or ()), "nodes": list(graph.nodes), "collected": dict(graph.collected), **sets, "spots": spots,
    }  # fmt: skip


def _graph(row: dict[str, Any]) -> NamedGraph:
    if row["format"] != FORMAT:
        raise ValueError(f"its format is {row['format']!r}, not {FORMAT!r}")
    if not str(row["name"]).strip():
        raise ValueError("it has no name")
    pinned, hidden, kinds, relationships = (frozenset(map(str, row.get(name, []))) for name in _SETS)
    return NamedGraph(
        str(row["name"]), tuple(map(str, row["nodes"])), {str(key): str(where) for key, where in row.get("collected", {}).items()},
        pinned, hidden, frozenset(map(Kind, kinds)), relationships, {str(key): _spot(spot) for key, spot in row.get("spots", {}).items()},
        LayoutKind(row.get("layout", "force")), str(row.get("as_of", "")), str(row.get("saved_at", "")),
        _period(row.get("period", [])),
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
