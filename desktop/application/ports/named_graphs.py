"""The port of pictures of the graph that are kept by name, in files of the vault."""

from __future__ import annotations

from typing import Protocol

from desktop.domain.named_graph import NamedGraph


class GraphStore(Protocol):
    """Named graphs. A name is the same whatever its case and spaces.

    Reading raises UsageError where a file cannot be understood or there is none of this name; writing StorageProblem, and VaultLocked
    where another process writes the vault.
    """

    def names(self) -> tuple[str, ...]:
        """The names of all that can be read, sorted."""
        ...

    def read(self, name: str) -> NamedGraph:
        """The graph of this name."""
        ...

    def keep(self, graph: NamedGraph) -> None:
        """Keep a graph, in place of an earlier one of its name."""
        ...
