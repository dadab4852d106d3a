"""The port of pictures of the graph that are kept by name, in files of the vault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from desktop.domain.named_graph import GraphHead, NamedGraph, TrashedGraph


class GraphStore(Protocol):
    """Named graphs. A name is the same whatever its case and spaces; a graph's file keeps its name when the graph gets another.

    Reading raises UsageError where a file cannot be understood or there is none of this name; writing StorageProblem, and VaultLocked
    where another process writes the vault.
    """

    def heads(self) -> tuple[GraphHead, ...]:
        """All that can be read, by name."""
        ...

    def read(self, name: str) -> NamedGraph:
        """The graph of this name."""
        ...

    def keep(self, graph: NamedGraph) -> None:
        """Keep a graph, in place of an earlier one of its name."""
        ...

    def rename(self, name: str, new_name: str) -> None:
        """Give a graph another name; UsageError where another graph has it."""
        ...

    def trash(self, name: str) -> str:
        """Move a graph to the trash; returns the name of its file there."""
        ...

    def restore(self, file: str) -> str:
        """Bring the graph back whose file was moved to the trash last under this name; returns what it is called."""
        ...

    def trashed(self) -> tuple[TrashedGraph, ...]:
        """What is in the trash, newest first."""
        ...

    def empty_trash(self, files: Sequence[str] | None = None) -> int:
        """Remove for good what is in the trash, all of it or these; returns how many that were."""
        ...
