"""Named graphs in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from desktop.domain.errors import UsageError
from desktop.domain.named_graph import GraphHead, NamedGraph, TrashedGraph

DELETED_AT = "2026-12-02T08:00:00Z"


@dataclass
class MemoryGraphs:
    """Graphs by file, the trash with the last first."""

    kept: dict[str, NamedGraph] = field(default_factory=dict)
    in_trash: list[tuple[str, NamedGraph]] = field(default_factory=list)
    _files: int = 0

    def heads(self) -> tuple[GraphHead, ...]:
        heads = [GraphHead(each.name, each.case, each.saved_at, len(each.nodes), file) for file, each in self.kept.items()]
        return tuple(sorted(heads, key=lambda each: each.name.casefold()))

    def read(self, name: str) -> NamedGraph:
        return self.kept[self._file(name)]

    def keep(self, graph: NamedGraph) -> None:
        self.kept[self._find(graph.name) or self._fresh()] = graph

    def rename(self, name: str, new_name: str) -> None:
        file = self._file(name)
        if self._find(new_name) not in ("", file):
            raise UsageError(f"There is a graph named {new_name!r} already.")
        self.kept[file] = replace(self.kept[file], name=new_name)

    def trash(self, name: str) -> str:
        file = self._file(name)
        self.in_trash.insert(0, (file, self.kept.pop(file)))
        return file

    def restore(self, file: str) -> str:
        found = next((each for each in self.in_trash if each[0] == file), None)
        if found is None:
            raise UsageError(f"The trash holds no graph {file}.")
        if self._find(found[1].name):
            raise UsageError(f"There is a graph named {found[1].name!r} again.")
        self.in_trash.remove(found)
        self.kept[file] = found[1]
        return found[1].name

    def trashed(self) -> tuple[TrashedGraph, ...]:
        return tuple(TrashedGraph(file, graph.name, DELETED_AT, 1000) for file, graph in self.in_trash)

    def empty_trash(self, files: Sequence[str] | None = None) -> int:
        before = len(self.in_trash)
        self.in_trash = [each for each in self.in_trash if files is not None and each[0] not in files]
        return before - len(self.in_trash)

    def _fresh(self) -> str:
        self._files += 1
        return f"graph-{self._files}"

    def _find(self, name: str) -> str:
        return next((file for file, each in self.kept.items() if _key(each.name) == _key(name)), "")

    def _file(self, name: str) -> str:
        if not (file := self._find(name)):
            raise UsageError(f"There is no graph named {name!r}.")
        return file


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()
