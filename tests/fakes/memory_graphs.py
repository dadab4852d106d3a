"""Named graphs in memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop.domain.errors import UsageError
from desktop.domain.named_graph import NamedGraph


@dataclass
class MemoryGraphs:
    """Graphs by name, whatever its case and spaces."""

    kept: dict[str, NamedGraph] = field(default_factory=dict)

    def names(self) -> tuple[str, ...]:
        return tuple(sorted((each.name for each in self.kept.values()), key=str.casefold))

    def read(self, name: str) -> NamedGraph:
        if _key(name) not in self.kept:
            raise UsageError(f"There is no graph named {name!r}.")
        return self.kept[_key(name)]

    def keep(self, graph: NamedGraph) -> None:
        self.kept[_key(graph.name)] = graph


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()
